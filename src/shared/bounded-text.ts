/** Bytes of an answer of another system, after decompression, unless a caller states its own limit. */
const answerBytes = 64 * 2 ** 20

/** The text of an answer. Rejects, and ends the connection, when more bytes come than the limit, compressed or not. */
export async function boundedText(response: Response, most: number = answerBytes): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  // leaving the loop by an error cancels the body
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > most) throw new Error(`It answered with more than ${Math.floor(most / 2 ** 20)} MiB.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

/** The JSON of an answer, within the same limit. */
export const boundedJson = async (response: Response, most?: number): Promise<unknown> =>
  JSON.parse(await boundedText(response, most))
