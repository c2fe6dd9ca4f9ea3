import "pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css";
import "./ui/tokens.css";
import "./ui/base.css";
import { CSPProvider } from "@base-ui/react/csp-provider";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { RouterProvider } from "react-router-dom";
import { setNavigate } from "./lib/navigation.ts";
import { emptyOnMemberChange, makeQueryClient } from "./lib/query-client.ts";
import { adoptCookie } from "./lib/session.ts";
import { LiveProvider } from "./lib/use-live.tsx";
import { makeRouter } from "./routes.tsx";
import { DialogProvider } from "./ui/dialogs.tsx";
import { Toaster } from "./ui/toast.tsx";

adoptCookie();
const queryClient = makeQueryClient();
emptyOnMemberChange(queryClient);
const router = makeRouter();
setNavigate((path, options) => router.navigate(path, options));

const root = document.getElementById("root");
if (!root) throw new Error("index.html has lost its #root");

createRoot(root).render(
  <StrictMode>
    {/* The content security policy allows style attributes, not style elements. */}
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <LiveProvider>
          <DialogProvider>
            <RouterProvider router={router} />
            <Toaster />
          </DialogProvider>
        </LiveProvider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
