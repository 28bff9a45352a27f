import { type Audience, audienceOf, type Matches, matchesOf } from '../../../../shared/engine/matches.ts'
import { loadModules, modulesNeeded } from '../../../../shared/engine/optional-modules.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'

/** What documents are tried on; sent once, because it is long. */
export type Ground = { datafile: Datafile; contexts: readonly Context[]; nowMs: number }
/** The document to try, and the rule to count the audience of; `id` comes back with the answer. */
export type Try = { id: number; document: FlagDocument; rule: string | null }
/** Null where the document cannot be evaluated as it is. */
export type Tried = { id: number; matches: Matches | null; audience: Audience | null }

let ground: Ground | null = null

const unknown = { matches: null, audience: null }

const answer = async ({ document, rule }: Try): Promise<Omit<Tried, 'id'>> => {
  if (ground === null) return unknown
  const { datafile, contexts, nowMs } = ground
  try {
    const all = { ...datafile, flags: { ...datafile.flags, [document.key]: document } }
    const modules = await loadModules(modulesNeeded(all))
    return {
      matches: matchesOf(datafile, document, contexts, nowMs, modules),
      audience: rule === null ? null : audienceOf(datafile, document, rule, contexts, nowMs, modules),
    }
  } catch {
    return unknown
  }
}

addEventListener('message', ({ data }: MessageEvent<Ground | Try>) => {
  if ('contexts' in data) ground = data
  else void answer(data).then((tried) => postMessage({ id: data.id, ...tried } satisfies Tried))
})
