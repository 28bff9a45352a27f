import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { worded } from '../../src/shared/text/worded.ts'
import { refusalsIn } from './refusals.ts'
import { wordedMessages } from './worded-messages.ts'

const messages = wordedMessages((id) => id)

/** A language in which all texts are `|`. */
const say = worded(
  messages.map(({ english }) => ({
    english,
    own: english.map((part, at) => (at % 2 === 1 || part === '' ? part : '|')),
  })),
  'en',
)

const filledWith = (stretches: readonly string[], valueOf: (hole: string) => string): string =>
  stretches.map((part, at) => (at % 2 === 1 ? valueOf(part) : part)).join('')

describe('a refusal of the server', () => {
  it('is known by its words, whatever is in its holes, and gives back what is', () => {
    // shorter texts can be part of another message, so they are only recognised alone
    const words = ({ english }: (typeof messages)[number]) => english.filter((_, at) => at % 2 === 0).join('')
    const long = messages.filter((message) => words(message).replaceAll(/\P{L}/gu, '').length >= 8)
    fc.assert(
      fc.property(
        fc.constantFrom(...long),
        fc.infiniteStream(fc.stringMatching(/^\d{1,6}$/)),
        ({ english }, values) => {
          const given = new Map(english.map((hole) => [hole, String(values.next().value)]))
          const valueOf = (hole: string) => given.get(hole) ?? ''
          expect(say(filledWith(english, valueOf))).toBe(
            filledWith(
              english.map((part, at) => (at % 2 === 1 || part === '' ? part : '|')),
              valueOf,
            ),
          )
        },
      ),
      { numRuns: 500 },
    )
  })

  it('stays as it is where no message says it', () => {
    for (const english of ['It rains.', 'flag', '', 'checkout in Production']) expect(say(english)).toBe(english)
  })

  it('stays as it is where it is longer than anybody searches, and is known up to there', () => {
    const german = worded([{ english: ['', 'name', ' is archived.'], own: ['', 'name', ' ist archiviert.'] }], 'de')
    const name = 'n'.repeat(1_000 - ' is archived.'.length)
    expect(german(`${name} is archived.`)).toBe(`${name} ist archiviert.`)
    expect(german(`n${name} is archived.`)).toBe(`n${name} is archived.`)
  })

  it('has the words of another language, in what is put into it, too, and with its plural forms', () => {
    const german = worded(
      [
        {
          english: ['', 'name', ' requires ', 'count', ' before publishing.'],
          own: ['Vor dem Publish braucht ', 'name', ' ', 'count', '.'],
          inner: ['count'],
        },
        { english: ['', '#', ' approvals'], own: { one: ['', '#', ' Freigabe'], other: ['', '#', ' Freigaben'] } },
      ],
      'de',
    )
    expect(german('Production requires 2 approvals before publishing.')).toBe(
      'Vor dem Publish braucht Production 2 Freigaben.',
    )
    expect(german('2 approvals requires 1 approvals before publishing.')).toBe(
      'Vor dem Publish braucht 2 approvals 1 Freigabe.',
    )
  })
})

describe('what of the server is a refusal', () => {
  const ids = (code: string) => refusalsIn('src/server/features/a/b.ts', code).map(({ id }) => id)

  it('is what it says when it refuses, and what is put into that', () => {
    expect(
      ids(
        'throw new FanionError("flag/archived", { problems: [{ path: "a", problem: `is ${kind}`, expected: "one that isn’t" }] }, `${a ? "Flag" : "Segment"} ${key} is archived.`)',
      ),
    ).toEqual(['is {kind}', 'one that isn’t', '{a} {key} is archived.', 'Flag', 'Segment'])
  })

  it('is no log line, no title and no name of an act', () => {
    expect(
      ids('audit(tx, { action: "flag.archive" })\nlog.warn("a look failed")\nconst title = `Ramp ${a} to ${b}`'),
    ).toEqual([])
  })
})
