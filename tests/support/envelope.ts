/**
 * The body of an answer of the API.
 * @throws Error that says what was answered instead, when that is not JSON
 */
export async function envelopeOf(response: Response): Promise<ReturnType<JSON["parse"]>> {
  const text = await response.text();
  try {
    return text === "" ? null : JSON.parse(text);
  } catch {
    throw new Error(`${response.url} answered ${response.status} without JSON: ${text.slice(0, 500)}`);
  }
}
