import type { ImportOptions, ImportSummary } from '../../../../shared/features/imports/schemas/import.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import { type PreviewInput, previewOf } from '../../../../shared/vendors/importing/preview.ts'
import type { PreviewedItem } from '../../../../shared/vendors/importing/previewed-item.ts'
import { readBundle } from './read-bundle.ts'
import { sdkOf } from './vendor-sdks/sdk-of.ts'

/** A bundle to make a preview of. Keys that were given before are pairs, of theirs and ours. */
export type PreviewJob = {
  readonly bytes: Uint8Array
  readonly options: ImportOptions
  /** When it was sent. */
  readonly nowMs: number
  readonly vendor: ImportSummary['vendor'] | undefined
  readonly known: GivenKeys
  /** Of what somebody chose the key: `flag checkout`. */
  readonly chosen?: readonly string[]
  /** Contexts that programs sent, by the name of an environment in small letters. */
  readonly kept?: Readonly<Record<string, readonly Context[]>> | undefined
}

/** The keys that flags and segments were given, theirs and ours. */
export type GivenKeys = { readonly [kind in 'flags' | 'segments']: readonly [theirs: string, ours: string][] }

/** What came of it. Items are told as JSON text, some at a time: whoever hands them to the database need not read them. */
export type PreviewDone =
  | { readonly summary: ImportSummary; readonly chunks: readonly string[]; readonly keys: GivenKeys }
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
    // by name: the class may be of another copy
    if (error instanceof Error && error.name === 'Unreadable') return { unreadable: error.message }
    throw error
  }
}

/** An item as its row, in JSON. What PostgreSQL cannot read is blocked by its verdict, and kept without its documents. */
const rowOf = ({ item, documents }: PreviewedItem, position: number): string => {
  const { kind, key, verdict } = item
  const text = JSON.stringify({ position, kind, key, verdict, item, documents })
  if (!/\\u0000|\\ud[89a-f]/i.test(text)) return text
  const readable = JSON.parse(JSON.stringify(item), (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '') : value,
  ) as unknown
  return JSON.stringify({ position, kind, key, verdict: 'left-out', item: readable, documents: {} })
}
