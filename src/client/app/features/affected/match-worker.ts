import { type Matches, matchesOf } from '../../../../shared/engine/matches.ts'
import { loadModules, modulesNeeded } from '../../../../shared/engine/optional-modules.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'

/** What documents are tried on; sent once, because it is long. */
export type Ground = { datafile: Datafile; contexts: readonly Context[]; nowMs: number }
/** The document to try; `id` comes back with the answer. */
export type Try = { id: number; document: FlagDocument }
/** Null where the document cannot be evaluated as it is. */
export type Tried = { id: number; matches: Matches | null }

let ground: Ground | null = null

const answer = async ({ document }: Try): Promise<Matches | null> => {
  if (ground === null) return null
  const { datafile, contexts, nowMs } = ground
  try {
    const all = { ...datafile, flags: { ...datafile.flags, [document.key]: document } }
    return matchesOf(datafile, document, contexts, nowMs, await loadModules(modulesNeeded(all)))
  } catch {
    return null
  }
}

addEventListener('message', ({ data }: MessageEvent<Ground | Try>) => {
  if ('contexts' in data) ground = data
  else void answer(data).then((matches) => postMessage({ id: data.id, matches } satisfies Tried))
})
