import { effectOn } from '../../src/shared/datafile/effect-on-answers.ts'
import type { Entry } from '../../src/shared/features/publishing/schemas/revision.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { SegmentDocument } from '../../src/shared/schemas/segment.ts'
import { answersOf, offAnswersOf } from './answers-of.ts'
import { type Random, randomOf } from './random.ts'
import { smallFlags, smallSegments, someEntry, someFlag, someSegment } from './random-documents.ts'

type Documents = Map<string, FlagDocument | SegmentDocument>

const plain = (text: string) => text

/** What was found over some histories; the counts say that each kind of decision was met. */
export type Decisions = { histories: number; free: number; off: number; asked: number }

/**
 * Histories of a small environment: publications, one after the other, judged by what they may change. Throws where one
 * that is said to change nobody's answer changes one, or one that only turns off gives anybody anything else than the off
 * answer that stood; the engine says what everybody is answered.
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
  for (const key of smallFlags) if (!random.once(5)) documents.set(`flag/${key}`, someFlag(random, key))
  for (const key of smallSegments) if (!random.once(4)) documents.set(`segment/${key}`, someSegment(random, key))
  return documents
}

function judge(random: Random, before: Documents, decisions: Decisions, seed: number): Documents {
  const entries = [someEntry(random, before)]
  const more = someEntry(random, before)
  if (random.once(3) && !entries.some(({ kind, key }) => kind === more.kind && key === more.key)) entries.push(more)
  const after = new Map(before)
  for (const { kind, key, document } of entries) {
    if (document === null) after.delete(`${kind}/${key}`)
    else after.set(`${kind}/${key}`, document)
  }
  const { changed, turnsOff } = effectOn(before, entries, plain)
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
