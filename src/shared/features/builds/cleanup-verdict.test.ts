import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CleanupReason } from '../insights/schemas/insights.ts'
import { type CleanupEvidence, cleanupReason, cleanupVerdicts, quietMs } from './cleanup-verdict.ts'

const dayMs = 24 * 3_600_000
/** Evidence for a flag that nothing protects and nothing reads, while applications do report. */
const evidence = (more: Partial<CleanupEvidence> = {}): CleanupEvidence => ({
  ...{ permanent: false, requiredBy: 0, promises: 0, rolling: false },
  ...{ builds: 0, told: false, reads: 0, scanned: false },
  ...{ silentMs: null, reporting: true },
  ...more,
})

describe('what is to be done with a flag that has done its work', () => {
  const rows: [string, Partial<CleanupEvidence>, CleanupReason][] = [
    ['is archived where nothing asked for it in 30 days', {}, 'unseen'],
    ['is kept where nothing tells whether it is in use', { reporting: false }, 'unknown'],
    ['is archived where scanned code reads it no more', { reporting: false, scanned: true }, 'unread'],
    ['is archived where builds tell and none reads it', { reporting: false, told: true }, 'unread'],
    ['is taken out of code that still asks', { silentMs: 20 * dayMs }, 'evaluated'],
    ['is archived a week after its last answer where code is known', { silentMs: quietMs, scanned: true }, 'unread'],
    ['waits for that week', { silentMs: quietMs - 1, scanned: true }, 'evaluated'],
    ['is taken out of code that reads it', { reads: 2, scanned: true }, 'read'],
    ['is taken out of what runs', { builds: 1, told: true }, 'built'],
    ['is taken out of what runs, whether or not that asks', { builds: 1, told: true, reads: 3, silentMs: 0 }, 'built'],
    ['is kept while another flag requires it', { requiredBy: 1, builds: 1 }, 'required'],
    ['is kept while a promise names it', { promises: 1, reads: 2 }, 'promised'],
    ['is kept while it is on its way', { rolling: true }, 'rolling'],
    ['is kept where it is meant to stay', { permanent: true, requiredBy: 2 }, 'permanent'],
  ]
  it.each(rows)('%s', (_, more, reason) => expect(cleanupReason(evidence(more))).toBe(reason))

  const anEvidence = fc.record({
    ...{ permanent: fc.boolean(), requiredBy: fc.nat(2), promises: fc.nat(2), rolling: fc.boolean() },
    ...{ builds: fc.nat(2), told: fc.boolean(), reads: fc.nat(2), scanned: fc.boolean() },
    ...{ silentMs: fc.option(fc.nat(30 * dayMs)), reporting: fc.boolean() },
  })

  it('is archived only where nothing is known to need it, and something is known', () => {
    const holds = fc.property(anEvidence, (one) => {
      if (cleanupVerdicts[cleanupReason(one)] !== 'archive') return true
      const asked = one.builds + one.reads + one.requiredBy + one.promises
      return asked === 0 && !one.permanent && (one.told || one.scanned || (one.reporting && one.silentMs === null))
    })
    expect(fc.check(holds).failed).toBe(false)
  })

  it('is never nearer to the archive for more that asks for it', () => {
    const more = fc.constantFrom<Partial<CleanupEvidence>>(
      ...[{ builds: 1 }, { reads: 1 }, { requiredBy: 1 }, { promises: 1 }, { silentMs: 0 }, { permanent: true }],
    )
    const holds = fc.property(anEvidence, more, (one, added) => {
      return cleanupVerdicts[cleanupReason({ ...one, ...added })] !== 'archive'
    })
    expect(fc.check(holds).failed).toBe(false)
  })
})
