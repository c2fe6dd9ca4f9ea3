import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Router } from "express";
import { openApi } from "#contracts/openapi";
import { exactRouter } from "./exact-router.ts";

const page = `<!doctype html>
<html lang="ko">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>API · 알고모임</title>
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
</head>
<body>
<div id="api"></div>
<script src="/api/docs/swagger-ui-bundle.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

const script = `SwaggerUIBundle({
  url: "/api/openapi.json",
  dom_id: "#api",
  deepLinking: true,
  // No external validator is contacted.
  validatorUrl: null,
});
`;

/** `/openapi.json` serves the contract as OpenAPI 3.1; `/docs` shows it with forms to try it. */
export function apiDocs(): Router {
  const router = exactRouter();
  const folder = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  const files = ["swagger-ui.css", "swagger-ui-bundle.js"];
  const description = JSON.stringify(openApi());
  router.get("/openapi.json", (_request, response) => void response.type("json").send(description));
  router.get("/docs", (_request, response) => void response.type("html").send(page));
  router.get("/docs/start.js", (_request, response) => void response.type("js").send(script));
  router.get(
    files.map((file) => `/docs/${file}`),
    (request, response) =>
      response.sendFile(request.path.slice("/docs/".length), { root: folder, maxAge: "1h" }),
  );
  return router;
}
