import { useEffect, useState } from "react";

/** An address for a picture that has not been uploaded, as long as it is shown. */
export function useObjectUrl(picture: Blob | null): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!picture) {
      setUrl(undefined);
      return;
    }
    const made = URL.createObjectURL(picture);
    setUrl(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return url;
}
