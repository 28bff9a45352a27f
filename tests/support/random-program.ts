/** A random number generator for [0, 1). */
export type Draw = () => number

/** A seeded generator, small and good enough to generate programs (mulberry32). */
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

/** The flag's values in these programs. */
export const flagValues = [true, false, 'a', 'b', 0, 2, -1] as const

/** The language of a program. With types and JSX it is compiled before it runs. */
export type Written = { readonly size?: number; readonly typed?: boolean }

/**
 * Generates a random program that evaluates the flag `on` in many places and logs what it does. It may throw and may
 * omit semicolons; all of that is part of its behavior.
 */
export function randomProgram(draw: Draw, { size = 6, typed = false }: Written = {}): string {
  let names = 0
  let budget = size
  // Safe cast: the index is within the list, which is never empty.
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
  const element = (s: Scope, depth: number): string => {
    const e = () => (depth > 2 ? leaf(s) : expr(s, depth + 1))
    return pick([
      () => `<p a={${e()}}>{${read()} && ${operand(s, depth)}}</p>`,
      () => `<p>\n  {${read()} && <b>{${e()}}</b>}\n  {!${read()} && <i />}\n  <u />\n</p>`,
      () => `<p {...{ k: ${e()} }}>t {${read()} ? 'x' : ${operand(s, depth)}} u</p>`,
      () => `<>{${read()} ? <b /> : <i>{${e()}}</i>}{${e()}}</>`,
      () => `(${read()} ? <b /> : null)`,
      () => `<p>{${read()}} {/* said */}{${read()} ? null : ${operand(s, depth)}}</p>`,
    ])()
  }
  const typedExpr = (s: Scope, depth: number): string => {
    const e = () => operand(s, depth)
    return pick([
      () => `(${e()} as any)`,
      () => `(${read()} as boolean)`,
      () => `(${e()} satisfies unknown)`,
      () => `(${e()})!`,
      () => `(${read()}! ? ${e()} : ${e()})`,
      () => `(<T,>(x: T): T => x)(${e()})`,
      () => `id<any>(${e()})`,
      // Parsers disagree on whether a line that starts with `(` after JSX is a call.
      () => `(${element(s, depth)})`,
      () => `(${element(s, depth)})`,
    ])()
  }
  const expr = (s: Scope, depth = 0): string => {
    if (depth > 3 || chance(0.25)) return leaf(s)
    if (typed && chance(0.3)) return typedExpr(s, depth)
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
      () => `new (class { get g() { return ${e()} } set g(x) { log(x) } })().g`,
      () => `new (class { m = ${e()}; static s = ${leaf(s)}; async *[(log(1), 'y')]() { yield ${leaf(s)} } })().m`,
      () => `[...(function* () { ${read()} && (yield 1); yield ${e()} })()]`,
      () => `(${read()} ? class { m() {} } : class Q {}).name`,
      () =>
        `({ ...(${read()} ? { a: 1 } : {}), ...(${read()} && { b: ${leaf(s)} }), [${read()} ? 'k' : 'l']: ${e()} })`,
      () => `[...(${read()} ? [1] : []), ${leaf(s)}]`,
      () => `(o?.p?.[${read()} ? 'q' : 'r'] ?? ${operand(s, depth)})`,
      () => `((a = ${read()} ? 1 : 2, { b = ${leaf(s)} } = {}) => [a, b])()`,
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
  const typedStatement = (s: Scope): string => {
    if (!typed) return simple(s)
    const name = fresh()
    const text = pick([
      () => `const ${name}: unknown = ${expr(s)}${end()}\ntype T${name} = typeof ${name}${end()}`,
      () =>
        `const ${name} = ${read()} as const${end()}\nlog(${name} satisfies ${pick(['unknown', `typeof ${name}`])})${end()}`,
      () => `enum ${name} { A = ${read()} ? 1 : 2, B = A + 1 }\nlog(${name}.A, ${name}.B)${end()}`,
      () =>
        `function ${name}(x: number): number\nfunction ${name}(x: string): string\nfunction ${name}(x: any) { ${simple(inner(s, { fn: true, labels: [], loop: false, breaks: false }))} return x }\nlog(${name}(1))${end()}`,
      () =>
        `interface I${name} { x: typeof ${s.vars.at(-1) ?? 'o'} }\nlet ${name}: I${name} | undefined${end()}\nlog(${name})${end()}`,
      () =>
        `class ${name} { constructor(private x: any = ${read()} ? 1 : 2, readonly y?: string) {} m<T>(this: ${name}, z?: T) { return this.x } }\nlog(new ${name}().m())${end()}`,
      () => `if (${read()}) { type X = string; let ${name}: X = ${leaf(s)} as any; log(${name}) }`,
      () => `declare const d${name}: string${end()}\nlet ${name}: any = ${read()} ? ${leaf(s)} : undefined${end()}`,
    ])()
    if (/(const|let|enum) /.test(text)) s.vars.push(name)
    return text
  }
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
      // Patterns that caused failures only once in hundreds of programs, so they are generated explicitly.
      () => {
        const [a, b] = [fresh(), fresh()]
        const late = pick([
          `function ${a}() { return ${leaf(s)} }`,
          `class ${a} {}`,
          `let ${a} = ${leaf(s)}`,
          `const ${a} = 1`,
        ])
        return `log(typeof (() => { try { return ${a} } catch (e) { return e.name } }))${end()}\nfunction ${b}() { log(typeof ${a === b ? 'o' : a}); ${pick([`if (${read()}) return 1${end()}`, `if (!${read()}) return 2; else return 3${end()}`, `switch (${read()}) { case true: return 1; default: return 2 }`])}\n${late} }\nlog((() => { try { return ${b}() } catch (e) { return e.name } })())${end()}`
      },
      () => {
        const name = fresh()
        return `log((() => { if (${read()}) return ${name}(); ${pick(['throw 1', 'return 4'])}\nfunction ${name}() { return ${leaf(s)} } })())${end()}`
      },
      () => `log((${read()} && o?.p).q, (${read()} ? o?.p : o)?.q, (${read()} ? o.p?.q : 0))${end()}`,
      () => {
        const name = fresh()
        return `if (${read()}) { var ${name} = ${leaf(s)} } else { var ${fresh()} = 2 }\nlog((() => ${name})())${end()}`
      },
      () =>
        `log(1)\nif (${read()}) log(2)\n;${pick(['[1, 2].map((x) => log(x))', '(id)(3)', '`t`.length', '+log(4)', '/x/.test(log(5))'])}${end()}`,
      () => `const ${fresh()} = () => ${read()} ? 1 : 2\n;(log)(${leaf(s)})${end()}`,
      () => `if (${read()}) log(1)\nelse if (${leaf(s)}) log(2)\nelse if (!${read()}) log(3)\nelse log(4)${end()}`,
      () => `if (${leaf(s)}) log(1); else if (${read()}) { log(2) } else if (log(3)) log(4)${end()}`,
      () => {
        const [name, sub] = [fresh(), fresh()]
        const fn = { vars: [...s.vars], fn: true, labels: [], loop: false, breaks: false }
        const text = `class ${name} { constructor() { ${statements({ ...fn, fn: false }, 2)} } async a() ${block(fn)} #p() { return ${expr(inner(s))} } p() { return this.#p() } static get z() { ${simple(fn)} } }\nclass ${sub} extends ${name} { constructor() { ${read()} ? super() : super(1)${end()} } p() { return ${read()} ? super.p() : log('sub') } }\nlog(new ${sub}().p())${end()}`
        s.vars.push(name, sub)
        return text
      },
      () =>
        `(async () => { for await (const x of [${read()} ? 1 : Promise.resolve(2)]) { ${simple(inner(s, { loop: true, breaks: true, labels: [] }))} } })().then(log, log)${end()}`,
      () =>
        `(async () => { log(await (${read()} ? ${leaf(s)} : Promise.resolve(${leaf(s)}))); ${read()} && (await null); log('after') })().catch(log)${end()}`,
      () => `for (const x of (function* () { if (${read()}) { yield 1; return }\nyield 2 })()) log(x)${end()}`,
      () =>
        `for (const k in ${read()} ? { a: 1 } : { b: 2, c: 3 }) ${body(s, { vars: [...s.vars, 'k'], loop: true, breaks: true })}`,
      () => `switch (true) { case ${read()}: log(1)\ncase ${leaf(s)} === ${read()}: log(2); break\ndefault: log(3) }`,
      () => typedStatement(s),
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
