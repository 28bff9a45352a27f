/** A generator of numbers in [0, 1). */
export type Draw = () => number

/** Small and good enough to draw programs by (mulberry32). */
export const drawFrom = (seed: number): Draw => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The values that the flag has in these programs. */
export const flagValues = [true, false, 'a', 'b', 0, 2, -1] as const

/**
 * A random program that asks the flag `on` in many places and logs what it does. It may throw, and may do without semicolons:
 * all of that is a part of what it does.
 */
export function randomProgram(draw: Draw, size = 8): string {
  let names = 0
  let budget = size
  // the index is within the list, which is never empty
  const pick = <T>(all: readonly T[]): T => all[Math.floor(draw() * all.length)] as T
  const chance = (part: number) => draw() < part
  const semicolons = chance(0.6)
  const end = () => (semicolons || chance(0.1) ? ';' : '')
  type Scope = { vars: string[]; labels: string[]; loop: boolean; breaks: boolean; fn: boolean }
  const read = () =>
    pick([
      'fanion.flags.on()',
      'fanion.flags.on()',
      'fanion.flags.on({ x: 1 })',
      "fanion.flags.on({ x: log('c') })",
      '(fanion.flags.on())',
    ])
  const literal = () => pick(["'a'", "'b'", 'true', 'false', '0', '2', '-1', 'null'])
  const leaf = (s: Scope): string =>
    pick([
      () => `log(${Math.floor(draw() * 9)})`,
      () => `log(${Math.floor(draw() * 9)})`,
      literal,
      () => (s.vars.length > 0 ? pick(s.vars) : 'o'),
      () => (s.vars.length > 0 ? pick(s.vars) : '1'),
      read,
      read,
    ])()
  const expr = (s: Scope, depth = 0): string => {
    if (depth > 3 || chance(0.25)) return leaf(s)
    const e = () => expr(s, depth + 1)
    return pick([
      () => `(${read()} && ${operand(s, depth)})`,
      () => `(${e()} && ${operand(s, depth)})`,
      () => `(${e()} || ${operand(s, depth)})`,
      () => `(${operand(s, depth)} && ${read()} && ${operand(s, depth)})`,
      () => `(${operand(s, depth)} ?? ${operand(s, depth)})`,
      () => `(${read()} ? ${e()} : ${e()})`,
      () => `(${e()} ? ${e()} : ${e()})`,
      () => `(${read()} ${pick(['===', '!==', '==', '!='])} ${literal()})`,
      () => `!${operand(s, depth)}`,
      () => `typeof ${operand(s, depth)}`,
      () => `(${e()}, ${e()})`,
      () => `\`t\${${e()}}u\${${read()}}\``,
      () => `(${read()} ? o.m : o.n)()`,
      () => `(${read()} && o?.p)?.q`,
      () => `(${read()} ? { k: ${e()} } : [${e()}])`,
      () => `[${e()}, ${read()}]`,
      () => `id(${read()} ? () => ${leaf(s)} : 3)`,
      () => `((${read()}) ? x => ({ x }) : null)`,
      () => `log(${e()})`,
      () => `(${read()} ? -1 : 2) ** 2`,
      () => `(function () { return ${e()} })()`,
    ])()
  }
  const operand = (s: Scope, depth: number): string => {
    const text = expr(s, depth + 1)
    return /^(typeof|!|\w+\(|\(|\w+$|'|`|\[)/.test(text) && !/\*\*/.test(text) ? text : `(${text})`
  }
  const inner = (s: Scope, more: Partial<Scope> = {}): Scope => ({ ...s, vars: [...s.vars], ...more })
  const block = (s: Scope, more: Partial<Scope> = {}): string =>
    `{${pick([' ', '\n'])}${statements(inner(s, more))}${chance(0.1) ? ' // end\n' : '\n'}}`
  const body = (s: Scope, more: Partial<Scope> = {}): string => (chance(0.75) ? block(s, more) : simple(inner(s, more)))
  const simple = (s: Scope): string =>
    pick([
      () => `log(${expr(s)})${end()}`,
      () => `${read()} && log(${leaf(s)})${end()}`,
      () => `log(1) && ${read()}${end()}`,
      () => (s.fn && chance(0.8) ? `return ${expr(s)}${end()}` : `log(2)${end()}`),
      () => (s.breaks ? `break${end()}` : `log(3)${end()}`),
      () => (s.loop ? `continue${end()}` : `log(4)${end()}`),
      () => (s.labels.length > 0 ? `break ${pick(s.labels)}${end()}` : `log(5)${end()}`),
      () => `throw ${leaf(s)}${end()}`,
      () => `{ ${read()} }`,
      () => ';',
    ])()
  const fresh = () => `v${(names += 1)}`
  const test = (s: Scope) =>
    chance(0.6)
      ? pick([
          read,
          () => `!${read()}`,
          () => `${read()} === ${literal()}`,
          () => `${leaf(s)} && ${read()}`,
          () => `log(6) || ${read()}`,
        ])()
      : expr(s)
  const statement = (s: Scope): string => {
    budget -= 1
    if (budget < 0) return simple(s)
    return pick([
      () => simple(s),
      () => `log(${expr(s)})${end()}`,
      () => `${expr(s)}${end()}`,
      () => `if (${test(s)}) ${block(s)}${chance(0.5) ? ` else ${body(s)}` : ''}`,
      () => `if (${test(s)}) ${body(s)}${chance(0.3) ? `\nelse ${statement(inner(s))}` : ''}`,
      () => `if (${leaf(s)}) if (${test(s)}) log(7); else ${body(s)}`,
      () => `if (${leaf(s)}) { if (${test(s)}) log(8) } else if (${test(s)}) ${block(s)} else ${block(s)}`,
      () => {
        const name = fresh()
        const value = chance(0.5) ? pick([read(), `${read()} && 'a'`, `!${read()}`]) : expr(s)
        const text = `${pick(['const', 'const', 'let', 'var'])} ${name} = ${value}${end()}`
        s.vars.push(name)
        return text
      },
      () => {
        const [a, b] = [fresh(), fresh()]
        const text = `const { ${a}, k: ${b} } = ${pick([`{ ${a}: ${read()}, k: 1 }`, `${read()} ? { ${a}: 1 } : o`])}${end()}`
        s.vars.push(a, b)
        return text
      },
      () => {
        const name = fresh()
        const more = { vars: [...s.vars, name], fn: true, labels: [], loop: false, breaks: false }
        const text = `function ${name}() ${block(s, more)}`
        s.vars.push(name)
        return chance(0.6) ? `${text}\nlog(${name}())${end()}` : `log(typeof ${name}())${end()}\n${text}`
      },
      () => {
        const name = fresh()
        const text = `class ${name} { ${pick(['p', 'static p', '#q'])} = ${expr(inner(s))}; m() ${block(s, { fn: true, labels: [], loop: false, breaks: false })}${chance(0.3) ? ` static ${block(s, { fn: false, labels: [], loop: false, breaks: false })}` : ''} }\nlog(new ${name}().m())${end()}`
        s.vars.push(name)
        return text
      },
      () =>
        `switch (${chance(0.7) ? read() : expr(s)}) {${[1, 2, 3].map(() => `\ncase ${literal()}: ${statements(inner(s, { breaks: true }), 2)} ${chance(0.5) ? `break${end()}\n` : '\n'}`).join('')}${chance(0.5) ? `default: ${statement(inner(s, { breaks: true }))}` : ''}\n}`,
      () => {
        const name = fresh()
        return `for (${pick(['let', 'var'])} ${name} = 0; ${name} < 2; ${name}++) ${body(s, { vars: [...s.vars, name], loop: true, breaks: true })}`
      },
      () =>
        `do ${block(s, { loop: chance(0.5), breaks: chance(0.5) })} while (${pick([`!${read()} && false`, 'false', `${read()} && 0`])})${pick(['', ';'])}`,
      () => `while (${read()}) { ${statements(inner(s, { loop: false, breaks: false }), 1)}\nbreak }`,
      () => {
        const label = `l${(names += 1)}`
        return `${label}: ${chance(0.7) ? block(s, { labels: [...s.labels, label] }) : `if (${test(s)}) ${block(s, { labels: [...s.labels, label] })}`}`
      },
      () =>
        `try ${block(s)} ${pick([`catch (e) ${block(s)}`, `finally ${block(s)}`, `catch { log(9) } finally ${block(s)}`])}`,
      () => `;(${expr(s)})${end()}`,
      () => `\n(${read()} ? log : id)(1)${end()}`,
      () => `// said\n${simple(s)} // behind`,
      () => `${read()} ? 'use strict' : 0${end()}`,
      () => `if (${read()}) log(1) // tail`,
      () => {
        const name = fresh()
        return `log(typeof (() => ${name})); if (${read()}) { var ${name} = 1 }\nlog(${name})${end()}`
      },
      () =>
        `if (${read()}) ${pick(['return', 'throw 1', 'return 3'].filter((one) => s.fn || one === 'throw 1'))}${end()}`,
      () => {
        const name = fresh()
        const text = `const ${name} = async () => { ${statements(inner(s, { fn: true, labels: [], loop: false, breaks: false }), 2)}\nawait null\n${statements(inner(s, { fn: true, labels: [], loop: false, breaks: false }), 1)} }\n${name}().then(log, log)${end()}`
        s.vars.push(name)
        return text
      },
    ])()
  }
  const statements = (s: Scope, most = 4): string => {
    const found: string[] = []
    for (let left = 1 + Math.floor(draw() * most); left > 0 && budget > -10; left -= 1) found.push(statement(s))
    return found.join(chance(0.9) ? '\n' : ';\n')
  }
  return statements({ vars: [], labels: [], loop: false, breaks: false, fn: false }, 4)
}
