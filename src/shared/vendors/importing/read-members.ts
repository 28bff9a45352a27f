import { z } from 'zod'
import { isFields } from './assembly.ts'
import { describeLocation } from './describe-location.ts'
import { expectedOf } from './expected-of.ts'
import { parsed } from './parsed.ts'
import type { Unread } from './unread.ts'

/** A flag or segment that another one refers to, by the vendor's key. */
export type Reference = { readonly kind: 'flag' | 'segment'; readonly theirs: string }

/** Where a vendor's document lists its flags or segments, and their schema. */
export type MemberRule = {
  readonly kind: 'flag' | 'segment'
  /** The path of the list or record that contains them. */
  readonly at: readonly string[]
  readonly schema: z.ZodType
  /** Returns the vendor's key of a list member. Defaults to its `key` or `name`. */
  readonly keyOf?: (member: unknown) => unknown
  /** The flags and segments that a member cannot be evaluated without. */
  readonly uses?: (member: unknown) => readonly Reference[]
  /** Replaces an unreadable member that others refer to by index. */
  readonly placeholder?: (theirs: string) => unknown
}

export type ReadMembers<T> = {
  readonly config: T
  /** The document without the unreadable members. */
  readonly value: unknown
  readonly unread: readonly Unread[]
}

type Member = { rule: MemberRule; step: string | number; theirs: string; value: unknown; message?: string }

const described = (value: unknown): string => {
  if (value === undefined) return 'missing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'boolean') return String(value)
  return `${typeof value === 'number' ? 'the number' : 'the text'} ${JSON.stringify(value).slice(0, 50)}`
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((inside, step) => {
    if (Array.isArray(inside)) return (inside as unknown[])[Number(step)]
    return isFields(inside) && Object.hasOwn(inside, String(step)) ? inside[String(step)] : undefined
  }, value)

/** The first problem of a member. Undefined if it is valid. */
const problemOf = ({ schema }: MemberRule, value: unknown): string | undefined => {
  const result = schema.safeParse(value)
  if (result.success) return undefined
  const [issue] = result.error.issues
  if (issue?.code === 'custom' && issue.message !== 'Invalid input') return issue.message
  const place = describeLocation(value, issue?.path ?? []).slice(0, 200)
  const is = described(valueAt(value, issue?.path ?? []))
  const expected = expectedOf(issue)
  if (place === '')
    return expected === undefined
      ? `It can’t be read: it is ${is}. Correct it in the file and read it again.`
      : `It should be ${expected}, but is ${is}. Correct it in the file and read it again.`
  return expected === undefined
    ? `Its ${place} can’t be read: it is ${is}. Correct it in the file and read it again.`
    : `Its ${place} should be ${expected}, but is ${is}. Correct it in the file and read it again.`
}

const membersOf = (document: unknown, rules: readonly MemberRule[]): Member[] =>
  rules.flatMap((rule) => {
    const held = valueAt(document, rule.at)
    const place = rule.at.join('.')
    if (Array.isArray(held))
      return (held as unknown[]).map((value, step): Member => {
        const own = rule.keyOf?.(value) ?? (isFields(value) ? (value['key'] ?? value['name']) : undefined)
        const named = typeof own === 'number' ? String(own) : own
        const theirs = typeof named === 'string' && named !== '' ? named : `${place}[${step}]`
        return { rule, step, theirs, value }
      })
    return isFields(held)
      ? Object.entries(held).map(([step, value]): Member => ({ rule, step, theirs: step, value }))
      : []
  })

/** Marks members that refer to an unreadable one: their result is unknown. */
const markDependents = (members: readonly Member[]): void => {
  const users = new Map<string, Member[]>()
  for (const member of members) {
    for (const { kind, theirs } of member.rule.uses?.(member.value) ?? []) {
      const place = `${kind} ${theirs}`
      users.set(place, [...(users.get(place) ?? []), member])
    }
  }
  const broken = members.filter(({ message }) => message !== undefined)
  // The array grows during iteration, and its iterator also visits new elements.
  for (const { rule, theirs } of broken) {
    for (const user of users.get(`${rule.kind} ${theirs}`) ?? []) {
      if (user.message !== undefined) continue
      user.message = `It needs ${rule.kind} ${theirs}, which can’t be read.`
      broken.push(user)
    }
  }
}

/** A copy of a document with the members at a path replaced. */
const replaced = (document: unknown, at: readonly string[], members: unknown): unknown => {
  const [first, ...rest] = at
  if (first === undefined) return members
  return isFields(document) ? { ...document, [first]: replaced(document[first], rest, members) } : document
}

const withoutBroken = (document: unknown, rules: readonly MemberRule[], members: readonly Member[]): unknown =>
  rules.reduce((made, rule) => {
    const own = members.filter((member) => member.rule === rule)
    if (!own.some(({ message }) => message !== undefined)) return made
    const left = own.flatMap(({ step, theirs, value, message }): [string | number, unknown][] => {
      if (message === undefined) return [[step, value]]
      return rule.placeholder === undefined ? [] : [[step, rule.placeholder(theirs)]]
    })
    const isList = Array.isArray(valueAt(document, rule.at))
    return replaced(made, rule.at, isList ? left.map(([, value]) => value) : Object.fromEntries(left))
  }, document)

/**
 * Reads a document and validates its flags and segments one at a time. An invalid member affects only itself and the
 * members that refer to it. Throws `Unreadable` if the rest of the document is invalid.
 */
export const readMembers = <T>(
  schema: z.ZodType<T>,
  { file, vendor, value, rules }: { file: string; vendor: string; value: unknown; rules: readonly MemberRule[] },
): ReadMembers<T> => {
  const whole = schema.safeParse(value)
  if (whole.success) return { config: whole.data, value, unread: [] }
  const members = membersOf(value, rules)
  for (const member of members) {
    const message = problemOf(member.rule, member.value)
    if (message !== undefined) member.message = message
  }
  markDependents(members)
  const readable = withoutBroken(value, rules, members)
  const unread = members.flatMap(({ rule: { kind }, theirs, message }): Unread[] =>
    message === undefined ? [] : [{ kind, theirs, message }],
  )
  return { config: parsed(schema, file, vendor, readable), value: readable, unread }
}
