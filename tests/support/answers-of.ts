import { compile } from '../../src/shared/engine/compile.ts'
import { evaluate } from '../../src/shared/engine/evaluate.ts'
import type { FlagDocument } from '../../src/shared/schemas/flag.ts'
import type { SegmentDocument } from '../../src/shared/schemas/segment.ts'
import { everyModule } from './every-module.ts'
import { everybody } from './random-documents.ts'

/** Documents by `kind/key`. */
export type DocumentsBySubject = ReadonlyMap<string, FlagDocument | SegmentDocument>

const nowMs = Date.parse('2026-11-20T12:00:00Z')

/** Returns the value and variant of a flag for all test users, as text, computed by the engine. */
export function answersOf(documents: DocumentsBySubject, flag: string): string {
  const flags: Record<string, FlagDocument> = {}
  const segments: Record<string, SegmentDocument> = {}
  for (const [place, document] of documents) {
    // Safe casts: the path says which kind the document is.
    if (place.startsWith('flag/')) flags[document.key] = document as FlagDocument
    else segments[document.key] = document as SegmentDocument
  }
  const head = { format: 1 as const, project: 'shop', environment: 'production', revision: 1, digest: '' }
  // Compiled for each flag separately, so that evaluations of other flags have no influence.
  const compiled = compile({ ...head, publishedAt: '2026-11-20T12:00:00.000Z', flags, segments }, everyModule)
  return JSON.stringify(
    everybody.map((context) => {
      const { value, variant } = evaluate(compiled, flag, context, nowMs)
      return [value, variant]
    }),
  )
}

/** Like {@link answersOf}, with only this flag switched off. */
export function offAnswersOf(documents: DocumentsBySubject, flag: string): string {
  // Safe cast: the path is that of a flag.
  const there = documents.get(`flag/${flag}`) as FlagDocument | undefined
  return answersOf(there ? new Map(documents).set(`flag/${flag}`, { ...there, on: false }) : documents, flag)
}
