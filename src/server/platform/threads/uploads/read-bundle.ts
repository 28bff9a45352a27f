import { gunzipSync } from 'node:zlib'
import { Bundle } from '../../../../shared/features/imports/schemas/import.ts'
import { limits } from '../../../../shared/limits.ts'
import type { Json } from '../../../../shared/schemas/keys.ts'
import { Unreadable, type UploadedPart } from '../../../../shared/vendors/importing/assembly.ts'
import { configMapsIn } from './config-maps.ts'
import { brokenJson, looksLikeJson, parsedJson } from './parsed-json.ts'
import { looksLikeToml, parsedToml } from './parsed-toml.ts'
import { parsedYaml, refuseNested } from './parsed-yaml.ts'
import { isZip, unzip } from './unzip.ts'

const isGzip = (bytes: Uint8Array) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** Parses the files of a bundle as JSON, TOML or YAML. Throws `Unreadable` with a message that names the file. */
export const readBundle = (bytes: Uint8Array): UploadedPart[] => {
  const bundle = Bundle.safeParse(jsonOf(unpacked(bytes)))
  if (!bundle.success) {
    throw new Unreadable(
      'The upload is no bundle: send {"format":1,"parts":{"<file>":"<its text>"}}, as JSON, gzip or not.',
    )
  }
  const files = Object.entries(bundle.data.parts).flatMap(filesOf())
  if (files.length === 0) throw new Unreadable('There is no file in the upload.')
  const parts = files.flatMap(([name, value]) =>
    configMapsIn({ name, value: typeof value === 'string' ? parsedText(name, value) : value }, parsedText),
  )
  for (const { name, value } of parts)
    if (isTooDeep(value)) throw new Unreadable(`${name} is nested more than ${limits.bundleDepth} levels deep.`)
  // Lists of segment members alone are not an export.
  const [first] = parts
  if (first !== undefined && parts.every(({ value }) => typeof value === 'string')) throw notParsed(first.name)
  return parts
}

/**
 * Returns a file unchanged, or the files of an archive, which is base64, within the limit of a bundle's unpacked size.
 */
const filesOf = () => {
  let left: number = limits.bundleUnpackedBytes
  return ([name, value]: [string, Json]): [string, Json][] => {
    const archive = typeof value === 'object' && value !== null && 'zip' in value ? value.zip : undefined
    if (typeof archive !== 'string') return [[name, value]]
    const bytes = Buffer.from(archive, 'base64')
    if (!isZip(bytes)) throw new Unreadable(`${name} is no zip archive.`)
    const inside = unzip(name, bytes, left)
    if (inside.length === 0) throw new Unreadable(`There is no .json, .yaml, .toml or .csv file in ${name}.`)
    left -= inside.reduce((sum, { text }) => sum + text.length, 0)
    return inside.map((file) => [`${name}/${file.name}`, file.text])
  }
}

const notParsed = (name: string, cause?: unknown) =>
  new Unreadable(`${name} is neither JSON nor YAML nor TOML.`, { cause })

/** Whether a text is a list of keys, one per line, as in the members of a segment. Lists stay text. */
const isList = (text: string): boolean =>
  /^(?:\uFEFF)?(?:"[^"\r\n]*"|[^\s:{}[\]",#]+)(?:\r?\n(?:"[^"\r\n]*"|[^\s:{}[\]",#]+)?)*$/.test(text)

const unpacked = (bytes: Uint8Array): string => {
  if (!isGzip(bytes)) return new TextDecoder().decode(bytes)
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.bundleUnpackedBytes }).toString('utf8')
  } catch (cause) {
    const tooLarge =
      cause instanceof RangeError ||
      (cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE')
    throw new Unreadable(
      tooLarge
        ? `The upload is larger than ${limits.bundleUnpackedBytes / 1024 / 1024} MiB when it is unpacked. Send fewer files.`
        : 'The upload begins like gzip, and cannot be unpacked: it was cut short or changed on the way.',
      { cause },
    )
  }
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const parsedText = (name: string, given: string): unknown => {
  const text = given.replace(/^\uFEFF/, '')
  const json = parsedJson(text)
  if (json !== undefined) return json
  if (looksLikeToml(text)) return parsedToml(name, text)
  // A list of keys, one per line, is also valid YAML, but not an export.
  if (!/^\s*[{[]|^[^\s#]*\s*:/m.test(text)) {
    if (isList(text)) return text
    throw notParsed(name)
  }
  if (!looksLikeJson(text)) return parsedYaml(name, text)
  refuseNested(name, text)
  try {
    return parsedYaml(name, text)
  } catch (cause) {
    throw brokenJson(name, text, cause)
  }
}

/** Checked breadth first, so that no depth overflows the stack. */
const isTooDeep = (value: unknown): boolean => {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > limits.bundleDepth) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : [])) as unknown[]
  }
  return false
}
