import { isErrorCode } from '../../../../../shared/errors/is-error-code.ts'
import { type ImportOptions, ImportSource } from '../../../../../shared/features/imports/schemas/import.ts'
import { limits } from '../../../../../shared/limits.ts'
import { decodeText } from '../../../../../shared/vendors/importing/decode-text.ts'
import type { Refusal } from '../../../../api/refusal.ts'
import { inReadersWords } from '../../../refusal-words.ts'

export type Uploaded = { source: ImportSource; refusal?: undefined } | { source?: undefined; refusal: Refusal }

const packed = async (text: string): Promise<Blob> => {
  const plain = new Blob([text])
  if (typeof CompressionStream === 'undefined') return plain
  return new Response(plain.stream().pipeThrough(new CompressionStream('gzip'))).blob()
}

/** A file’s text. An archive is sent unchanged and unpacked by the server. */
const partOf = async (file: File): Promise<string | { zip: string }> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (!/\.zip$/i.test(file.name)) return decodeText(bytes)
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return { zip: btoa(text) }
}

const refused = (code: Refusal['code'], sentence: string): Uploaded => ({
  refusal: { code, sentence, details: {}, requestId: null },
})

export type UploadParts = Readonly<Record<string, unknown>>

/** Files by name, in upload format. */
export const partsOf = async (files: readonly File[]): Promise<UploadParts> =>
  Object.fromEntries(
    await Promise.all(files.map(async (file) => [file.webkitRelativePath || file.name, await partOf(file)] as const)),
  )

/** Uploads files of another system and returns the resulting preview. */
export async function uploadParts(
  { project, source, options }: { project: string; source?: number; options?: ImportOptions },
  parts: UploadParts,
): Promise<Uploaded> {
  const body = await packed(JSON.stringify({ format: 1, parts }))
  if (body.size > limits.bundleBytes) {
    return refused(
      'request/too-large',
      `These files are larger than ${limits.bundleBytes / 1024 / 1024} MiB. Drop fewer at once.`,
    )
  }
  const query = new URLSearchParams({ project })
  if (source !== undefined) query.set('source', String(source))
  if (options !== undefined) query.set('options', JSON.stringify(options))
  let response: Response
  try {
    response = await fetch(`/import/v1/bundles?${query.toString()}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body,
    })
  } catch {
    return refused('offline', 'The server isn’t responding.')
  }
  const answer: unknown = await response.json().catch(() => undefined)
  const read = ImportSource.safeParse(answer)
  if (response.ok && read.success) return { source: read.data }
  const error = typeof answer === 'object' && answer !== null && 'error' in answer ? answer.error : undefined
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error && isErrorCode(error.code)) {
    const requestId = 'requestId' in error && typeof error.requestId === 'string' ? error.requestId : null
    const sentence = await inReadersWords(String(error.message))
    return { refusal: { code: error.code, sentence, details: {}, requestId } }
  }
  return refused('offline', 'The server isn’t responding.')
}
