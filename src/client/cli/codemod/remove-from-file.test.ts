import { describe, expect, it } from 'vitest'
import { loadParser } from '../load-parser.ts'
import { removeFromFile } from './remove-from-file.ts'

const parse = await loadParser()
const head = `import { createFanion, defineFlags } from '@fanion/sdk/node';
const flags = defineFlags({ on: { type: 'boolean', default: false } });
const fanion = createFanion({ url: '', key: '', flags }); void fanion;`
const made = 'void fanion;'

const removal = (value: unknown) => ({ key: 'on', value: value as never, parse, exported: () => undefined })
const removed = (text: string, value: unknown, file = 'a.ts') =>
  removeFromFile(file, `${head}\n${text}`, removal(value))
const rest = (text: string) => text.slice(text.indexOf(made) + made.length).trim()

describe('what is written', () => {
  it.each([
    ['if (fanion.flags.on()) {\n  // new\n  a()\n} else {\n  b()\n}\nc()', true, '// new\na()\nc()'],
    ['if (fanion.flags.on()) {\n  a()\n} else {\n  // old\n  b()\n}', false, '// old\nb()'],
    ['const on = fanion.flags.on()\nconst x = { on }\nlog(x)', true, 'const x = { on: true }\nlog(x)'],
    ['log(fanion.flags.on({ targetingKey: user.id }) ? a.b : c)', true, 'log(a.b)'],
    ['fanion.flags.on({ key: next() })', true, 'next()'],
    ["log(fanion.flags.on() === 'b', fanion.flags.on() + 'x')", 'b', "log(true, 'b' + 'x')"],
    ['(fanion.flags.on() ? o.m : o.n)()', true, '(0, o.m)()'],
    ['const f = () => fanion.flags.on() ? { a } : 1\nf()', true, 'const f = () => ({ a })\nf()'],
    ['if (x) if (fanion.flags.on()) a(); else b(); else c()', false, 'if (x) {\n  b();\n} else c()'],
    ['switch (fanion.flags.on()) {\n  case "a":\n    a()\n    break\n  default:\n    b()\n}', 'a', 'a()'],
    [
      'function f() {\n  if (fanion.flags.on()) return 1\n  return 2\n}\nf()',
      true,
      'function f() {\n  return 1\n}\nf()',
    ],
    ['log(`a${fanion.flags.on()}b`)', 3, 'log(`a3b`)'],
    ['while (fanion.flags.on()) log(1)\nlog(2)', false, 'log(2)'],
    ["log('a ' + (fanion.flags.on() ? 'b' : 'c') + '!')", true, "log('a ' + 'b' + '!')"],
    [
      'if (x) {\n  if (fanion.flags.on()) {\n    const y = 1\n    log(y)\n  }\n}',
      true,
      'if (x) {\n  const y = 1\n  log(y)\n}',
    ],
    ['log(1) // tail\nif (fanion.flags.on()) log(3)\n;(f)()', false, 'log(1); // tail\n(f)()'],
  ])('%s', (text, value, wanted) => {
    expect(rest(removed(text, value).text)).toBe(wanted)
  })

  it('leaves out elements of a page with their braces', () => {
    const page =
      'log(\n  <p>\n    {fanion.flags.on() && <A />}\n    {!fanion.flags.on() && <B />}\n    <C />\n  </p>,\n)'
    expect(rest(removed(page, true, 'a.tsx').text)).toBe('log(\n  <p>\n    <A />\n    <C />\n  </p>,\n)')
    expect(rest(removed(page, false, 'a.tsx').text)).toBe('log(\n  <p>\n    <B />\n    <C />\n  </p>,\n)')
  })

  it('takes the imports along that only removed code used', () => {
    const text = `import { a, b } from './ab'\n${head}\nlog(fanion.flags.on() ? a : b)`
    expect(removeFromFile('a.ts', text, removal(true)).text.split('\n')[0]).toBe("import { a } from './ab'")
  })
})

describe('what cannot be proven', () => {
  it.each([
    ['log(fanion.flags[name]())', 'the flag is chosen while the program runs'],
    ['log(flags.on)', 'the declared flag is passed on'],
    ['log(fanion.flags.on.details())', 'its details are taken, not its value alone'],
    ['list.map(fanion.flags.on)', 'its call is passed on'],
    ["log('on')", 'a text equal to the key'],
  ])('%s stays, and is told', (text, reason) => {
    const { text: after, leftovers } = removed(text, true)
    expect(rest(after)).toBe(text)
    expect(leftovers).toMatchObject([{ line: 4, reason, stays: true }])
  })
})
