import type { ImportOptions, ImportSummary } from '../../../../shared/features/imports/schemas/import.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import { type PreviewInput, previewOf } from '../../../../shared/vendors/importing/preview.ts'
import type { PreviewedItem } from '../../../../shared/vendors/importing/previewed-item.ts'
import { readBundle } from './read-bundle.ts'
import { sdkOf } from './vendor-sdks/sdk-of.ts'

/** A bundle to preview, with the keys that earlier imports assigned. */
export type PreviewJob = {
  readonly bytes: Uint8Array
  readonly options: ImportOptions
  /** When the bundle was uploaded. */
  readonly nowMs: number
  readonly vendor: ImportSummary['vendor'] | undefined
  readonly known: AssignedKeys
  /** The subjects whose key a user chose, for example `flag checkout`. */
  readonly chosen?: readonly string[]
  /** Contexts from SDKs, by lowercase environment name. */
  readonly kept?: Readonly<Record<string, readonly Context[]>> | undefined
}

/** The assigned keys of flags and segments, as pairs of vendor key and Fanion key. */
export type AssignedKeys = { readonly [kind in 'flags' | 'segments']: readonly [theirs: string, ours: string][] }

/**
 * The result of a preview. Items are chunks of JSON text, so that the server can pass them to the database without
 * parsing them.
 */
export type PreviewDone =
  | { readonly summary: ImportSummary; readonly chunks: readonly string[]; readonly keys: AssignedKeys }
  | { readonly unreadable: string }

const itemsPerChunk = 200

export const preview = async ({
  bytes,
  options,
  nowMs,
  vendor,
  known,
  chosen,
  kept,
}: PreviewJob): Promise<PreviewDone> => {
  try {
    const input: PreviewInput = {
      options,
      nowMs,
      vendor,
      known: { flags: new Map(known.flags), segments: new Map(known.segments) },
      chosen: new Set(chosen),
      kept,
      sdkOf,
    }
    const { summary, items } = await previewOf(readBundle(bytes), input)
    const chunks: string[] = []
    for (let at = 0; at < items.length; at += itemsPerChunk) {
      chunks.push(
        `[${items
          .slice(at, at + itemsPerChunk)
          .map((one, i) => rowOf(one, at + i))
          .join()}]`,
      )
    }
    const keys = (kind: 'flag' | 'segment') =>
      items.flatMap(({ item }): [string, string][] => (item.kind === kind ? [[item.theirs, item.key]] : []))
    return { summary, chunks, keys: { flags: keys('flag'), segments: keys('segment') } }
  } catch (error) {
    // Compared by name, because the class may come from another copy of the module.
    if (error instanceof Error && error.name === 'Unreadable') return { unreadable: error.message }
    throw error
  }
}

/**
 * Serializes an item as a database row. An item that PostgreSQL cannot store gets a blocking verdict and no documents.
 */
const rowOf = ({ item, documents }: PreviewedItem, position: number): string => {
  const { kind, key, verdict } = item
  const text = JSON.stringify({ position, kind, key, verdict, item, documents })
  if (!/\\u0000|\\ud[89a-f]/i.test(text)) return text
  const readable = JSON.parse(JSON.stringify(item), (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '') : value,
  ) as unknown
  return JSON.stringify({ position, kind, key, verdict: 'left-out', item: readable, documents: {} })
}
