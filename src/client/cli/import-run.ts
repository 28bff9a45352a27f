import { writeFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { boundedJson } from '../../shared/bounded-text.ts'
import {
  type ChooseKeysInput,
  type ImportOptions,
  ImportSource,
  type ListedImportItem,
  Vendor,
} from '../../shared/features/imports/schemas/import.ts'
import { counted } from '../../shared/text/rules/percent.ts'
import type { Parts } from '../../shared/vendors/importing/vendor-read.ts'
import { CliError, UsageError } from './cli-error.ts'
import type { CommandInput } from './command.ts'
import { callWithTimeout as ask, connect } from './connect.ts'
import { withFile } from './file-error.ts'
import { placeOf } from './read-declarations.ts'
import { findToken } from './source.ts'

export const uploadMs = 180_000

/** The parts that were read, as classified by the server, and functions to import them. */
export type Read = {
  readonly source: ImportSource
  readonly items: readonly ListedImportItem[]
  readonly project: string
  readonly number: number
  readonly link: string
  readonly apply: () => Promise<ImportSource>
}

/** Uploads the parts read from another system and fetches a preview. Writes no flags yet. */
export async function readIn(asked: CommandInput, parts: Parts): Promise<Read> {
  const { url, values } = asked
  const bundle = gzipSync(JSON.stringify({ format: 1, parts }))
  if (values.bundle !== undefined) {
    const file = values.bundle
    withFile(file, 'written', () => writeFileSync(file, bundle, { mode: 0o600 }))
  }
  const { token, project } = await where(asked)
  const api = connect(url, token)
  const call = <T>(act: (options: { signal: AbortSignal }) => Promise<T>) =>
    ask(url, () => act({ signal: AbortSignal.timeout(uploadMs) }))
  const query = new URLSearchParams({ project })
  const options = optionsOf(asked)
  if (Object.keys(options).length > 0) query.set('options', JSON.stringify(options))
  const vendor = Vendor.safeParse(asked.args[0]?.toLowerCase())
  if (vendor.success) query.set('vendor', vendor.data)
  let source = await upload(`${url}/import/v1/bundles?${query.toString()}`, token, bundle)
  const { number } = source
  const reference = { project, source: number, run: source.run.number }
  const mapping = mappingOf(values.map)
  if (mapping) {
    source = await call((options) =>
      api.imports.map.mutate({ ...reference, mapping: { ...source.run.mapping, ...mapping } }, options),
    )
  }
  const keys = keysIn(values.rename)
  if (keys.length > 0) source = await call((options) => api.imports.chooseKeys.mutate({ ...reference, keys }, options))
  const items: ListedImportItem[] = []
  for (let cursor: number | null = null; ; ) {
    const page = await call((options) =>
      api.imports.items.query({ project, source: number, limit: 1_000, cursor }, options),
    )
    items.push(...page.items)
    if (page.next === null) break
    cursor = page.next
  }
  const choice = {
    ...(values.only === undefined ? {} : { only: subjectsIn(values.only) }),
    leaveOut: subjectsIn(values.except ?? ''),
    replace: subjectsIn(values.replace ?? ''),
  }
  return {
    source,
    items,
    project,
    number,
    link: `${url}/p/${project}/import/${number}`,
    apply: () => call((options) => api.imports.applyRun.mutate({ ...reference, ...choice }, options)),
  }
}

/** Lines that describe what an import wrote in each environment. Empty if everything existed already. */
export const writtenLines = (url: string, project: string, { run }: ImportSource): string[] => {
  const revisions = run.written.map(({ environment, revision, subjects }) =>
    revision === null
      ? `  ${environment}: nothing new`
      : `  ${environment}: ${counted(subjects, 'change')} in revision ${revision}`,
  )
  if (revisions.length === 0 || run.change === null) return revisions
  return [...revisions, `  Change #${run.change} waits for approval: ${url}/p/${project}/changes/${run.change}`]
}

/** The project to import into. Importing writes, so it requires an admin’s API token. */
export async function where(asked: CommandInput): Promise<{ token: string; project: string }> {
  const { url, values } = asked
  if (values.key)
    throw new UsageError(
      'A server key only reads. Importing takes an API token with the admin role: --token or FANION_TOKEN.',
    )
  const token = findToken(asked)
  if (!token) {
    throw new CliError(
      `Importing takes an API token with the admin role: create one at ${url}/me/tokens and set FANION_TOKEN.`,
    )
  }
  const { project } = values.project
    ? { project: values.project }
    : await placeOf({ url, token, project: undefined, environment: 'any' })
  return { token, project }
}

async function upload(address: string, token: string, bundle: Uint8Array): Promise<ImportSource> {
  let response: Response
  try {
    response = await fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
      body: Buffer.from(bundle),
      signal: AbortSignal.timeout(uploadMs),
    })
  } catch (cause) {
    throw new CliError(
      `No response from ${new URL(address).origin}. Check that the server is running and --url is correct.`,
      { cause },
    )
  }
  const body: unknown = await boundedJson(response).catch(() => undefined)
  if (response.ok) {
    const source = ImportSource.safeParse(body)
    if (source.success) return source.data
    throw new CliError(`${new URL(address).origin} didn’t respond like a Fanion server. Check --url.`)
  }
  const error = typeof body === 'object' && body !== null && 'error' in body ? body.error : undefined
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined
  throw new CliError(
    typeof message === 'string' ? message : `${new URL(address).origin} responded with ${response.status}.`,
  )
}

/** Settings that a vendor’s files do not contain: `--options generation=v2,sdk=other`. */
function optionsOf({ values }: CommandInput): ImportOptions {
  if (values.options === undefined) return {}
  return Object.fromEntries(
    values.options.split(',').map((pair) => {
      const [name = '', value = ''] = pair.split('=')
      const read = value === 'true' ? true : value === 'false' ? false : /^\d+$/.test(value) ? Number(value) : value
      return [name.trim(), read]
    }),
  )
}

/** Comma-separated `theirs=ours`. Without a value after `=`, the item is not imported. */
function mappingOf(text: string | undefined): Record<string, string | null> | undefined {
  if (text === undefined) return undefined
  return Object.fromEntries(
    text.split(',').map((pair): [string, string | null] => {
      const at = pair.indexOf('=')
      if (at <= 0) throw new UsageError('--map is written theirs=ours,theirs=ours; theirs= leaves one out.')
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim() || null]
    }),
  )
}

/** Comma-separated `theirs=ours`. Without a value after `=`, the item gets its original key again. */
const keysIn = (text: string | undefined): ChooseKeysInput['keys'] =>
  (text ?? '')
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair) => {
      const at = pair.lastIndexOf('=')
      if (at <= 0) throw new UsageError('--rename is written theirs=ours,segment:theirs=ours.')
      const theirs = pair.slice(0, at).trim()
      const key = pair.slice(at + 1).trim() || null
      return theirs.startsWith('segment:')
        ? { kind: 'segment', theirs: theirs.slice('segment:'.length), key }
        : { kind: 'flag', theirs, key }
    })

/** Comma-separated keys. Segments are written `segment:beta`. */
const subjectsIn = (text: string): { kind: 'flag' | 'segment'; key: string }[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')
    .map((word) =>
      word.startsWith('segment:')
        ? { kind: 'segment', key: word.slice('segment:'.length) }
        : { kind: 'flag', key: word },
    )
