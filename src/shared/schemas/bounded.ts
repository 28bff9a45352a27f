import { z } from 'zod'

/*
 * Lists, records and unions whose refusal costs no more than their input: work, issues and messages grow with neither
 * depth nor length. Zod's own parse every element of a list that is wrong from its first one on, ask every member of a
 * union, each of which may ask again further inside, and keep all that they said.
 */

/** More things wrong with one list, or record, than anybody reads. */
export const mostIssues = 20

/** Deeper than any input gets past the edge, and than any importer needs; a parse calls itself once per level. */
const deepest = 200

type Schema = z.core.$ZodType
type Payload = z.core.ParsePayload
type Context = z.core.ParseContextInternal

/** The result of a member, which is there at once: no schema of ours waits for anything. */
const ran = (schema: Schema, value: unknown, ctx: Context): Payload => {
  const result = schema._zod.run({ value, issues: [] }, ctx)
  if (result instanceof Promise) throw new Error('a schema inside a bounded one waits')
  return result
}

/** Takes over what is wrong inside; false once it is enough. */
const take = (payload: Payload, step: PropertyKey, { issues }: Payload): boolean => {
  if (issues.length === 0) return true
  payload.issues.push(...z.core.util.prefixIssues(step, issues))
  if (payload.issues.length < mostIssues) return true
  payload.issues.length = mostIssues
  return false
}

/** How long a list may be. */
const mostOf = ({ checks = [] }: z.core.$ZodArrayDef): number =>
  Math.min(
    ...checks.map(({ _zod: { def } }) => ('maximum' in def ? Number(def.maximum) : Number.POSITIVE_INFINITY)),
    Number.POSITIVE_INFINITY,
  )

const BoundedList = z.core.$constructor<z.ZodArray>('BoundedList', (inst, def) => {
  z.ZodArray.init(inst, def)
  // A function that needs no `this`: zod makes it for each schema.
  // oxlint-disable-next-line typescript/unbound-method
  const whole = inst._zod.parse
  const maximum = mostOf(def)
  inst._zod.parse = (payload, ctx) => {
    const input = payload.value
    // What is no list, or too long a one, is refused without a look inside.
    if (!Array.isArray(input) || input.length > maximum) return whole(payload, ctx)
    const made = new Array<unknown>(input.length)
    payload.value = made
    for (let at = 0; at < input.length; at += 1) {
      const result = ran(def.element, input[at], ctx)
      if (!take(payload, at, result)) break
      made[at] = result.value
    }
    return payload
  }
})

/** A list as `z.array`, refused with twenty issues at most. */
export const list = <T extends z.core.SomeType>(element: T): z.ZodArray<T> =>
  // The constructor does not know of the element's type.
  new BoundedList({ type: 'array', element: element as unknown as Schema }) as unknown as z.ZodArray<T>

const BoundedRecord = z.core.$constructor<z.ZodRecord>('BoundedRecord', (inst, def) => {
  z.ZodRecord.init(inst, def)
  // A function that needs no `this`: zod makes it for each schema.
  // oxlint-disable-next-line typescript/unbound-method
  const whole = inst._zod.parse
  inst._zod.parse = (payload, ctx) => {
    const input = payload.value
    if (!z.core.util.isPlainObject(input)) return whole(payload, ctx)
    const made: Record<string, unknown> = {}
    payload.value = made
    for (const [name, inner] of Object.entries(input)) {
      if (name === '__proto__') {
        // skipping it would drop data, and keeping it would set a prototype
        payload.issues.push({
          code: 'custom',
          input: name,
          path: [name],
          inst,
          message: 'no key may be named __proto__',
        })
        if (payload.issues.length >= mostIssues) break
        continue
      }
      const key = ran(def.keyType, name, ctx)
      if (key.issues.length > 0) {
        const issues = key.issues.map((issue) => z.core.util.finalizeIssue(issue, ctx, z.core.config()))
        payload.issues.push({ code: 'invalid_key', origin: 'record', issues, input: name, path: [name], inst })
        if (payload.issues.length >= mostIssues) break
        continue
      }
      const result = ran(def.valueType, inner, ctx)
      if (!take(payload, name, result)) break
      made[name] = result.value
    }
    return payload
  }
})

/** A record as `z.record` with a key that is any text, or one of a form; refused with twenty issues at most. */
export const record = <K extends z.core.$ZodRecordKey, T extends z.core.SomeType>(
  key: K,
  value: T,
): z.ZodRecord<K, T> =>
  new BoundedRecord({
    type: 'record',
    keyType: key,
    valueType: value as unknown as Schema,
    // The constructor does not know of the types of keys and values.
  }) as unknown as z.ZodRecord<K, T>

/** Which member of a union a value is meant to be; undefined: it is none of them. */
type Choose = (value: unknown) => Schema | undefined

type ChosenDef = z.core.$ZodUnionDef & {
  choose: Choose
  lacking: (value: unknown, ctx: Context) => Branches
  /** Whether nothing can be wrong with a value, which then stays as it is. */
  sound?: (value: unknown) => boolean
}
type Branches = z.core.$ZodIssue[][]

let depth = 0

/** Whether a value with something wrong inside is being looked at: what was looked through once is not again. */
let isUnsound = false

const ChosenUnion = z.core.$constructor<z.ZodUnion, ChosenDef>('ChosenUnion', (inst, def) => {
  z.ZodUnion.init(inst, def)
  inst._zod.parse = (payload, ctx) => {
    const { value } = payload
    if (def.sound !== undefined && !isUnsound) {
      if (def.sound(value)) return payload
      isUnsound = true
      try {
        return inst._zod.parse(payload, ctx)
      } finally {
        isUnsound = false
      }
    }
    const member = def.choose(value)
    if (member === undefined) {
      payload.issues.push({ code: 'invalid_union', input: value, inst, errors: def.lacking(value, ctx) })
      return payload
    }
    if (depth >= deepest) {
      payload.issues.push({ code: 'custom', input: value, inst, message: `at most ${deepest} levels` })
      return payload
    }
    depth += 1
    try {
      return ran(member, value, ctx)
    } finally {
      depth -= 1
    }
  }
})

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What an object lacks to be a form: the fields that it must have. */
const missing = (name: string, form: Schema): z.core.$ZodIssue[] => {
  const needed =
    form instanceof z.ZodObject
      ? Object.entries(form.shape)
          .filter(([, field]) => field._zod.optin === undefined)
          .map(([field]) => field)
      : [name]
  return needed.map((field) => wanted('nonoptional', [field]))
}

const wanted = (expected: z.core.$ZodInvalidTypeExpected, path: PropertyKey[]): z.core.$ZodIssue => ({
  code: 'invalid_type',
  expected,
  path,
  message: '',
})

/** What a member says of a value. */
const complaints = (member: Schema, value: unknown, ctx: Context): z.core.$ZodIssue[] =>
  ran(member, value, ctx).issues.map((issue) => z.core.util.finalizeIssue(issue, ctx, z.core.config()))

/**
 * A union of objects told apart by a field: the first of `forms` whose name the object has is meant, and it alone is
 * asked. What has none of them is `otherwise`, where that is given.
 */
export const byField = <F extends Record<string, z.ZodType>, O extends z.ZodType = z.ZodNever>(
  forms: F,
  otherwise?: O,
): z.ZodUnion<readonly (F[keyof F] | O)[]> => {
  const named = Object.entries(forms)
  // A literal is no form for what is another value; anything else that has none of the fields is.
  const literals = otherwise instanceof z.ZodLiteral ? otherwise.values : undefined
  const choose: Choose = (value) => {
    const meant = isObject(value) ? named.find(([name]) => Object.hasOwn(value, name)) : undefined
    if (meant !== undefined) return meant[1]
    return literals === undefined || literals.has(value as z.core.util.Literal) ? otherwise : undefined
  }
  const lacking = (value: unknown, ctx: Context): Branches => {
    const own = otherwise === undefined ? [] : [complaints(otherwise, value, ctx)]
    if (!isObject(value)) return [...own, [wanted('object', [])]]
    return [...own, ...named.map(([name, form]) => missing(name, form))]
  }
  const options = [...Object.values(forms), ...(otherwise === undefined ? [] : [otherwise])]
  // The constructor does not know of the members' types.
  return new ChosenUnion({ type: 'union', options, choose, lacking }) as unknown as z.ZodUnion<
    readonly (F[keyof F] | O)[]
  >
}

/**
 * A union of a list, a record and values that are neither, told apart by what the value is. What `sound` answers true for
 * is not looked at.
 */
export const byShape = <L extends z.ZodType, R extends z.ZodType, P extends z.ZodType>(
  asList: L,
  asRecord: R,
  plain: P,
  sound: (value: unknown) => boolean = () => false,
): z.ZodUnion<readonly (L | R | P)[]> => {
  const choose: Choose = (value) => {
    if (Array.isArray(value)) return asList
    if (isObject(value)) return asRecord
    return ran(plain, value, {}).issues.length === 0 ? plain : undefined
  }
  const lacking = (value: unknown, ctx: Context): Branches => {
    const own = complaints(plain, value, ctx)
    const [first] = own
    const others = (['array', 'object'] as const).map((expected) => [wanted(expected, [])])
    return [...(first?.code === 'invalid_union' ? first.errors : [own]), ...others]
  }
  const options = [asList, asRecord, plain]
  const def: ChosenDef = { type: 'union', options, choose, lacking, sound }
  return new ChosenUnion(def) as unknown as z.ZodUnion<readonly (L | R | P)[]>
}
