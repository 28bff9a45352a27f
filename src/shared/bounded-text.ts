/** Default limit for a response of another system, in bytes after decompression. */
const answerBytes = 64 * 2 ** 20

/** Reads the text of a response. If it exceeds the limit, compressed or not, rejects and closes the connection. */
export async function boundedText(response: Response, most: number = answerBytes): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  // Throwing inside the loop cancels the body.
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > most) throw new Error(`It answered with more than ${Math.floor(most / 2 ** 20)} MiB.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** Reads the JSON of a response, with the same limit. */
export const boundedJson = async (response: Response, most?: number): Promise<unknown> =>
  JSON.parse(await boundedText(response, most))
