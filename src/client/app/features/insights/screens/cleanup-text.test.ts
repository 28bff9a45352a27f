import { describe, expect, it } from 'vitest'
import type { FlagInsight } from '../../../../../shared/features/insights/schemas/insights.ts'
import { readerLocale } from '../../../../../shared/text/time/reader-locale.ts'
import { evidence, inCode, reasonText, remainingRequestsText, removeCommand, sameAnswer } from './cleanup-text.ts'

const insight = (fields: Partial<FlagInsight> = {}): FlagInsight => ({
  ...{ name: 'Checkout', permanence: 'temporary', flag: 'checkout', owner: null, state: 'stale' },
  ...{ verdict: 'archive', why: 'unseen', settled: null, lastSeenAt: null, evaluationsPerDay: 0 },
  ...{ requiredBy: [], promises: [] },
  ...{ builds: { told: false, live: 0, names: [] }, code: { scannedAt: null, reads: 0, gone: null } },
  ...fields,
})
const at = '2026-10-03T12:00:00Z'
const october = new Intl.DateTimeFormat(readerLocale, { dateStyle: 'medium' }).format(new Date(at))
const settled = { variant: 'on', since: at }
const gone = { repository: 'acme/shop', branch: 'main', commit: '4f2a91c00', at }
const built = { told: true, live: 4, names: ['web 2', 'web 1', 'kiosk 7'] }

describe('the evidence of a flag that has done its work', () => {
  const rows: [string, FlagInsight, boolean, string[]][] = [
    [
      'nothing is known',
      insight(),
      false,
      [
        'none Serves more than one variant (stale).',
        'none No application reports evaluations.',
        'none No application tells which flags it reads.',
        'none No repository has been scanned.',
        'good No flag requires it, no promise names it.',
      ],
    ],
    [
      'all speaks for the archive',
      insight({ settled, builds: { told: true, live: 0, names: [] }, code: { scannedAt: at, reads: 0, gone } }),
      true,
      [
        `good Everyone in protected environments has gotten on since at least ${october}.`,
        'good No evaluations in the last 30 days.',
        'good No live build reads it.',
        `good No code reads it: the last read left main of acme/shop with 4f2a91c on ${october}.`,
        'good No flag requires it, no promise names it.',
      ],
    ],
    [
      'all speaks against it',
      insight({
        ...{
          settled,
          lastSeenAt: at,
          evaluationsPerDay: 1_204,
          permanence: 'permanent',
          requiredBy: ['tower', 'spire'],
        },
        ...{ builds: built, code: { scannedAt: at, reads: 2, gone: null }, promises: ['kept'] },
      }),
      true,
      [
        `good Everyone in protected environments has gotten on since at least ${october}.`,
        'bad Evaluated 1,204 times in the last day.',
        'bad web 2, web 1, kiosk 7 and 1 more build are live and read it.',
        `bad Code reads it in 2 places, scanned on ${october}.`,
        'bad Marked as permanent.',
        'bad Required by tower, spire.',
        'bad Named by 1 promise: kept.',
      ],
    ],
  ]
  it.each(rows)('says a line each where %s', (_, about, reporting, lines) => {
    expect(evidence(about, reporting).map(({ speaks, words }) => `${speaks} ${words}`)).toEqual(lines)
  })

  it('is short in its row', () => {
    const now = Date.parse(at) + 94.5 * 24 * 3_600_000
    expect(sameAnswer(insight({ settled }), now)).toBe('on for 94 days')
    expect(
      remainingRequestsText(
        insight({ builds: { told: true, live: 1, names: ['kiosk 7'] }, evaluationsPerDay: 9 }),
        true,
      ),
    ).toBe('kiosk 7, 9 a day')
    expect([remainingRequestsText(insight(), true), remainingRequestsText(insight(), false)]).toEqual([
      'nobody',
      'not known',
    ])
    expect([inCode(insight()), inCode(insight({ code: { scannedAt: at, reads: 1, gone: null } }))]).toEqual([
      'not scanned',
      '1 read',
    ])
    expect(reasonText(insight({ why: 'required', requiredBy: ['a', 'b'] }))).toBe('2 flags require it')
  })

  it('comes with the command that ends it', () => {
    expect(removeCommand(insight({ settled }))).toBe('npx fanion remove checkout --write')
    expect(removeCommand(insight())).toBe('npx fanion remove checkout --as <variant> --write')
  })
})
