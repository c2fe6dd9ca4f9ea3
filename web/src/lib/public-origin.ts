/** The public address: the server writes it (PUBLIC_URL) into the head of every page, before the preview picture. */
export function publicOrigin(): string {
  const picture = document.querySelector<HTMLMetaElement>('meta[property="og:image"]')?.content;
  return picture && URL.canParse(picture) ? new URL(picture).origin : location.origin;
}
