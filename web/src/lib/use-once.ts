import { useRef } from "react";

/**
 * An action that does not run twice concurrently: calls while it runs are ignored, including those before React has
 * rendered the button as pending (a double click).
 */
export function useOnce<Args extends readonly unknown[]>(
  action: (...args: Args) => Promise<void>,
): (...args: Args) => Promise<void> {
  const isRunning = useRef(false);
  return async (...args) => {
    if (isRunning.current) return;
    isRunning.current = true;
    try {
      await action(...args);
    } finally {
      isRunning.current = false;
    }
  };
}
