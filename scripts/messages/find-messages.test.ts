import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { describe, expect, it } from 'vitest'
import { findMessages } from './find-messages.ts'

const ids = (code: string, file = 'src/client/app/a-part.tsx') => findMessages(file, code).map(({ id }) => id)

describe('a message', () => {
  it('is what stands between elements, with holes for values and tags for what is set apart', () => {
    const code = '<p>\n  {name} is off: everyone gets <b>{served}</b>, the rules\n  below are ignored.\n</p>'
    expect(ids(code)).toEqual(['{name} is off: everyone gets <b>{served}</b>, the rules below are ignored.'])
  })

  it('has a hole for an element that says nothing itself, and for code, and none for an icon beside it', () => {
    expect(
      ids('<p><IconCopy size={14} /> Copied <TimeText instant={at} />, then run <code>npm install</code></p>'),
    ).toEqual(['Copied {timeText}, then run {code}'])
  })

  it('is an attribute that a person reads, however short', () => {
    expect(ids('<Field label="on" aria-label={`Rule ${rule.position}`} className="wide one" />')).toEqual([
      'on',
      'Rule {position}',
    ])
  })

  it('is a string that reads as words, and what is put into its holes', () => {
    expect(ids('notify(`Turned ${on ? "on" : "off"} ${flag.key}`)')).toEqual(['Turned {on} {key}', 'on', 'off'])
  })

  it('is a count with a form for each plural', () => {
    expect(ids('counted(rows.length, "person", "people")')).toEqual([
      '{count, plural, one {# person} other {# people}}',
    ])
  })

  it('is a count with values in its forms', () => {
    expect(ids('counted(n, `flag differs in ${where}`, `flags differ in ${where}`)')).toEqual([
      '{count, plural, one {# flag differs in {where}} other {# flags differ in {where}}}',
    ])
  })

  it('is a sentence with words in its holes', () => {
    expect(ids("say`in segment ${word('name', key)}`")).toEqual(['in segment {name}'])
  })

  it('is every string of a file of words but the names in it', () => {
    const code =
      'export const what = (a: Act) => (a.kind === "publish" ? { kind: "act", verb: "published" } : "nothing")'
    expect(ids(code, 'src/shared/text/what.ts')).toEqual(['published', 'nothing'])
  })

  it('quotes what means something in ICU messages', () => {
    expect(ids('const hint = "Write {} for an empty object"')).toEqual(["Write '{}' for an empty object"])
    const texts = ['Write {{from}} and {{to}}', 'Send {"a":{"<b>":1}} as JSON', 'Two lines:\nitems, or more']
    for (const text of texts) {
      const [id = ''] = ids(`const hint = ${JSON.stringify(text)}`)
      const read = parse(id, { captureLocation: false }).map((part) => (part.type === TYPE.literal ? part.value : '?'))
      expect(read.join('')).toBe(text)
    }
  })
})

describe('no message', () => {
  it.each([
    ['a module', 'import { x } from "./Some thing.ts"'],
    ['what is compared', 'if (event.key === "Enter" || kind === "Two words") go()'],
    ['a case', 'switch (a) { case "Two words": go() }'],
    ['a type', 'type A = "Two words" | "Three more words"'],
    ['a selector', 'document.querySelector("main section")'],
    ['a style', '<p style={{ border: "1px solid var(--line)" }} className={on ? "big red" : undefined} />'],
    ['an address', 'navigate({ to: "/p/$project/flags", search: { q: "Two words" } })'],
    ['a name of an option', 'new Intl.DateTimeFormat(locale, { dateStyle: "medium" })'],
    ['a key on the keyboard', 'bind("Escape", close)'],
    ['an example of an address', '<Field placeholder="https://example.com/hooks" />'],
    ['a number with its unit', '<p>{count} %</p>'],
    ['a member of a union', 'const order: readonly ("wins" | "loses")[] = ["wins", "loses"]'],
    ['what a table maps to names', 'const tones: Record<Verdict, "good" | "bad"> = { wins: "good" }'],
    [
      'a result that is declared as a name',
      'type S = "on it" | "off it"\nconst stateOf = (): S => (a ? "on it" : "off it")',
    ],
    ['what the file’s own function takes as a name', 'const of = (kind: "two words") => kind\nof("two words")'],
    ['a string that is narrowed', 'const all = [{ speaks: "two words" as const }]'],
    ['the key of something', '<Field placeholder="country" name="key" />'],
    ['lines of a picture', 'const path = `M${x} ${y}H${z}`'],
    ['a template that is compared', 'if (salt === `the ${id} of`) go()'],
  ])('is %s', (_, code) => {
    expect(ids(code)).toEqual([])
  })
})
