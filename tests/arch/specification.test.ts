import { describe, expect, it } from 'vitest'
import { timeLimits } from '../../src/server/platform/db/time-limits.ts'
import { catalogue } from '../../src/shared/errors/catalogue.ts'
import { limits } from '../../src/shared/limits.ts'
import { allows, type Permission, permissions, roles } from '../../src/shared/permissions.ts'
import { experimentColumns, experimentTransitions } from '../support/experiment-transitions.ts'
import { rampColumns, rampTransitions } from '../support/ramp-transitions.ts'
import { sourcesUnder, walk } from './sources.ts'
import { namesIn, sectionOf, tableOf } from './specification.ts'

describe('the specification', () => {
  it('has every limit, with its value', () => {
    const rows = tableOf('9.', 'constant').map((row) => [namesIn(row['name'])[0], row['value']] as const)
    const documented = Object.fromEntries(rows.map(([name = '', value = '']) => [name, amountOf(value, name)]))
    expect(documented).toEqual(limits)
  })

  it('has the time limits of each kind of work', () => {
    const seconds = (text = '') => Number(/^([\d.]+) s$/.exec(text)?.[1]) * 1_000
    const documented = tableOf('9.', 'kind of work').map((row) => [
      namesIn(row['kind of work'])[0],
      {
        statementMs: seconds(row['statement']),
        lockMs: seconds(row['lock wait']),
        idleMs: seconds(row['idle transaction']),
      },
    ])
    expect(Object.fromEntries(documented)).toEqual(timeLimits)
  })

  it('has every error, with its status', () => {
    const documented = tableOf('8.', 'code').flatMap((row) =>
      namesIn(row['code']).map((code) => [code, Number(row['status'])]),
    )
    const real = Object.entries(catalogue).map(([code, { status }]) => [code, status])
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(real))
    expect(documented).toHaveLength(real.length)
  })

  it('has what follows from whatever happens to a ramp, wherever it is', () => {
    const documented = tableOf('4.', 'what happens').map((row) => [
      row['what happens'],
      Object.fromEntries(rampColumns.map((column) => [column, (row[column] ?? '').replaceAll('`', '')])),
    ])
    expect(documented).toEqual(Object.entries(rampTransitions))
  })

  it('has what follows from whatever happens to an experiment, wherever it is', () => {
    const documented = tableOf('4.', 'what happens to an experiment').map((row) => [
      row['what happens to an experiment'],
      Object.fromEntries(experimentColumns.map((column) => [column, (row[column] ?? '').replaceAll('`', '')])),
    ])
    expect(documented).toEqual(Object.entries(experimentTransitions))
  })

  it('has every permission, with the roles that have it', () => {
    const documented = tableOf('6.', 'permission').flatMap((row) =>
      namesIn(row['names']).map((name) => [name, roles.filter((role) => row[role] === '✓')] as const),
    )
    // Safe cast: Object.keys of a record with these keys.
    const real = (Object.keys(permissions) as Permission[]).map(
      (name) => [name, roles.filter((role) => allows(role, name))] as const,
    )
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(real))
    expect(documented).toHaveLength(real.length)
  })

  it('names the permissions that no call asks for', () => {
    // Actions on changes have their own table, next to the schemas.
    const used = literals('src/server', 'src/shared/schemas', 'src/shared/features')
    const unused = Object.keys(permissions).filter((name) => !used.has(name))
    expect(namesIn(/\*Not built yet:[^*]*\*/.exec(sectionOf('6.'))?.[0])).toEqual(unused)
  })

  it('has every address the server answers, and none that it does not', () => {
    const documented = tableOf('7.', 'call').flatMap((row) => namesIn(row['path']))
    const real = addresses()
    expect(real.filter((address) => !documented.some((path) => covers(address, path)))).toEqual([])
    expect(documented.filter((path) => !real.some((address) => covers(address, path)))).toEqual([])
  })
})

const units: Record<string, number> = {
  '': 1,
  KiB: 1024,
  MiB: 1024 * 1024,
  s: 1_000,
  minute: 60_000,
  minutes: 60_000,
  hour: 3_600_000,
  hours: 3_600_000,
  days: 24 * 3_600_000,
}

/** Parses a value as written in the docs, in the unit at the end of its name. */
function amountOf(value: string, name: string): number {
  const [, digits = '', unit = ''] = /^([\d ]+?) ?([A-Za-z]*)$/.exec(value) ?? []
  const amount = Number(digits.replaceAll(' ', '')) * (units[unit] ?? Number.NaN)
  return name.endsWith('Days') ? amount / (units['days'] ?? 1) : amount
}

/** All string literals in the sources of some folders. */
function literals(...folders: string[]): Set<string> {
  const found = new Set<string>()
  for (const { program } of sourcesUnder(...folders)) {
    walk(program, ({ type, value }) => {
      if (type === 'Literal' && typeof value === 'string') found.add(value)
    })
  }
  return found
}

/** All paths in the transports' sources, with parameters in the specification's notation. */
const addresses = (): string[] =>
  [...literals('src/server/platform/http')]
    .filter((text) => /^\/[a-z][\w./:-]*$/.test(text))
    .map((text) => text.replace(/:(\w+)/g, '{$1}'))

/** Whether a path in the sources equals a path of the specification or, if it ends with a slash, is a prefix of it. */
const covers = (address: string, path: string) =>
  address === path || (address.endsWith('/') && path.startsWith(address))
