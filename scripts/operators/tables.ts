import type { OperatorFacts, OperatorFamily } from '../../src/shared/operators.ts'

/** Engine module of each operator family. Presence and equality are always loaded. */
const moduleOf: Readonly<Record<OperatorFamily, string | null>> = {
  presence: null,
  equality: null,
  text: 'text',
  number: 'number',
  version: 'semver',
  time: 'instant',
  list: 'set',
  network: 'network',
}

type Facts = Readonly<Record<string, OperatorFacts>>

/** Returns only the operator data that the engine needs, because it is part of every server SDK. */
export const engineTables = (facts: Facts) => {
  const rows = Object.entries(facts)
  const operatorsOf: Record<string, string[]> = {}
  const negationOf: Record<string, string> = {}
  for (const [name, { family, negates }] of rows) {
    const module = moduleOf[family]
    if (negates !== null) negationOf[name] = negates
    else if (module !== null) operatorsOf[module] = [...(operatorsOf[module] ?? []), name]
  }
  return { operatorsOf, negationOf, timed: rows.filter(([, { kind }]) => kind === 'duration').map(([name]) => name) }
}

const quoted = (name: string): string => `'${name}'`

/** Returns the source of `engine/operators/operators.gen.ts`. */
export const engineSource = (facts: Facts): string => {
  const { operatorsOf, negationOf, timed } = engineTables(facts)
  const lines = (record: Record<string, string>) =>
    Object.entries(record).map(([name, value]) => `  ${name}: ${value},\n`)
  const lists = Object.entries(operatorsOf).map(([module, names]) => [module, `[${names.map(quoted).join(', ')}]`])
  const twins = Object.entries(negationOf).map(([name, twin]) => [name, quoted(twin)])
  return `// written by \`npm run operators\` from src/shared/operators.ts

/** The operators whose code is a module of its own, by the name of that module. */
export const operatorsOf = {
${lines(Object.fromEntries(lists)).join('')}} as const

/** Operators that are the exact negation of another: true where it is false, missing and wrong types included. */
export const negationOf = {
${lines(Object.fromEntries(twins)).join('')}} as const

/** Whether an operator compares with the clock. */
export const isTimed = (operator: string): boolean => ${timed.map((name) => `operator === ${quoted(name)}`).join(' || ')}
`
}

const takesText = {
  none: 'none',
  one: 'one',
  any: 'any of',
  all: 'all of',
  two: 'lower and upper end',
} as const

const kindText = {
  scalar: 'string, number or boolean',
  text: 'string',
  pattern: 'regular expression (ECMAScript, flag `u`, unanchored)',
  member: 'string or number',
  number: 'number',
  version: 'semantic version (`1.4.0`, `2.0`)',
  instant: 'date with time and zone (RFC 3339), or epoch ms',
  duration: 'duration (`P30D`, `PT12H`, `15m`)',
  network: 'IP address or network (`10.0.0.0/8`)',
} as const

/** Generates the page of operators: name in documents, text, values, and attribute types. */
export const operatorsPage = (facts: Facts): string => {
  const rows = Object.entries(facts).map(([name, { phrase, after, takes, kind, types, negates, family }]) => {
    const values = takes === 'none' ? takesText.none : `${takesText[takes]}: ${kindText[kind]}`
    const folds = family === 'text' || family === 'equality' ? 'yes' : ''
    const words = `${phrase}${takes === 'none' ? '' : ' …'}${after === undefined ? '' : ` ${after}`}`
    return `| \`${name}\` | ${words} | ${values} | ${folds} | ${types.join(', ')} | ${negates === null ? '' : `not \`${negates}\``} |`
  })
  return `# Operators

\`npm run operators\` writes this page from [\`src/shared/operators.ts\`](../src/shared/operators.ts). A condition compares one attribute:
\`{ "attribute": "country", "operator": "isOneOf", "values": ["NO", "SE"] }\`. If the attribute is missing or has another type, the condition
does not match. A negated operator matches exactly when its counterpart does not. \`ignoreCase\` compares strings with simple case folding.

| operator | in words | values | ignoreCase | attributes declared as | |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`
}
