import { computePublishEffect } from '../../src/shared/datafile/publish-effect.ts'
import type { Entry } from '../../src/shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { SegmentDocument } from '../../src/shared/schemas/segment.ts'
import { answersOf, offAnswersOf } from './answers-of.ts'
import { type Random, randomOf } from './random.ts'
import { randomEntry, randomFlag, randomSegment, smallFlags, smallSegments } from './random-documents.ts'

type Documents = Map<string, FlagDocument | SegmentDocument>

const plain = (text: string) => text

/** The result over all histories. The counts show that each kind of decision occurred. */
export type Decisions = { histories: number; free: number; off: number; asked: number }

/**
 * Generates histories of a small environment, one publish after the other, and checks how the server classifies their
 * effect. Throws if a publish without effect changes an answer, or if one that only turns flags off gives anyone
 * something other than the previous off answer. The engine computes the answers.
 */
export function runDecisions(count: number, seed: number, told: (done: number) => void = () => undefined): Decisions {
  const decisions: Decisions = { histories: 0, free: 0, off: 0, asked: 0 }
  for (; decisions.histories < count; decisions.histories += 1) {
    const random = randomOf(seed + decisions.histories)
    let documents = start(random)
    for (let act = 0; act < 4; act += 1) documents = judge(random, documents, decisions, seed + decisions.histories)
    told(decisions.histories)
  }
  return decisions
}

function start(random: Random): Documents {
  const documents: Documents = new Map()
  for (const key of smallFlags) if (!random.once(5)) documents.set(`flag/${key}`, randomFlag(random, key))
  for (const key of smallSegments) if (!random.once(4)) documents.set(`segment/${key}`, randomSegment(random, key))
  return documents
}

function judge(random: Random, before: Documents, decisions: Decisions, seed: number): Documents {
  const entries = [randomEntry(random, before)]
  const more = randomEntry(random, before)
  if (random.once(3) && !entries.some(({ kind, key }) => kind === more.kind && key === more.key)) entries.push(more)
  const after = new Map(before)
  for (const { kind, key, document } of entries) {
    if (document === null) after.delete(`${kind}/${key}`)
    else after.set(`${kind}/${key}`, document)
  }
  const { changed, turnsOff } = computePublishEffect(before, entries, plain)
  for (const flag of smallFlags) {
    const [was, is] = [answersOf(before, flag), answersOf(after, flag)]
    const differs = was !== is
    if (differs && !changed.includes(flag)) throw wrong(seed, `${flag} was said to stay`, before, entries)
    if (differs && turnsOff && is !== offAnswersOf(before, flag))
      throw wrong(seed, `${flag} is not off`, before, entries)
  }
  decisions[changed.length === 0 ? 'free' : turnsOff ? 'off' : 'asked'] += 1
  return after
}

const wrong = (seed: number, what: string, before: Documents, entries: readonly Entry[]) =>
  new Error(`seed ${seed}: ${what}\n${JSON.stringify([...before])}\n${JSON.stringify(entries)}`)
