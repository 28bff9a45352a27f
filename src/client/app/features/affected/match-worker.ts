import { type AudienceCount, audienceOf, matchesOf, type RuleMatchCounts } from '../../../../shared/engine/matches.ts'
import { loadModules, modulesNeeded } from '../../../../shared/engine/optional-modules.ts'
import type { Context } from '../../../../shared/schemas/context.ts'
import type { Datafile } from '../../../../shared/schemas/datafile.ts'
import type { FlagDocument } from '../../../../shared/schemas/flag.ts'

/** Data to evaluate documents against. Sent once, because it is large. */
export type MatchData = { datafile: Datafile; contexts: readonly Context[]; nowMs: number }
/** A document to try, and the rule whose audience to count. The reply has the same `id`. */
export type MatchRequest = { id: number; document: FlagDocument; rule: string | null }
/** `matches` is null if the document cannot be evaluated. */
export type MatchReply = { id: number; matches: RuleMatchCounts | null; audience: AudienceCount | null }

let matchData: MatchData | null = null

const unknown = { matches: null, audience: null }

const answer = async ({ document, rule }: MatchRequest): Promise<Omit<MatchReply, 'id'>> => {
  if (matchData === null) return unknown
  const { datafile, contexts, nowMs } = matchData
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

addEventListener('message', ({ data }: MessageEvent<MatchData | MatchRequest>) => {
  if ('contexts' in data) matchData = data
  else void answer(data).then((tried) => postMessage({ id: data.id, ...tried } satisfies MatchReply))
})
