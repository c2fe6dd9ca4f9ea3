import { lazy, Suspense } from "react";
import { LoadingView } from "#web/ui/loading-view.tsx";

/** A shorter loading view would only flash (spec/ui.md §4). */
const minLoadingMs = 600;

const EnrollPage = lazy(async () => {
  const [{ EnrollPage }] = await Promise.all([
    import("./enroll-page.tsx"),
    new Promise((done) => setTimeout(done, minLoadingMs)),
  ]);
  return { default: EnrollPage };
});

/** The profile form, loaded on demand behind the loading view. */
export const EnrollRoute = () => (
  <Suspense fallback={<LoadingView />}>
    <EnrollPage />
  </Suspense>
);
