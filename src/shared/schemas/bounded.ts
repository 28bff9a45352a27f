import { z } from 'zod'

/*
 * Lists, records and unions whose validation errors cost no more than their input: work, issues and messages grow with
 * neither depth nor length. Zod's own versions validate every element after the first error, try every member of a
 * union, each of which may try again further inside, and collect all of their issues.
 */

/** Maximum number of issues of one list or record. */
export const mostIssues = 20

/**
 * Maximum depth. Deeper inputs are rejected before validation, and no importer needs more. Validation recurses once per
 * level.
 */
const deepest = 200

type Schema = z.core.$ZodType
type Payload = z.core.ParsePayload
type Context = z.core.ParseContextInternal

/** Runs a nested schema synchronously: none of our schemas is asynchronous. */
const runNestedSchema = (schema: Schema, value: unknown, ctx: Context): Payload => {
  const result = schema._zod.run({ value, issues: [] }, ctx)
  if (result instanceof Promise) throw new Error('a schema inside a bounded one waits')
  return result
}

/** Copies the issues of a nested value. Returns false once the limit is reached. */
const copyIssues = (payload: Payload, step: PropertyKey, { issues }: Payload): boolean => {
  if (issues.length === 0) return true
  payload.issues.push(...z.core.util.prefixIssues(step, issues))
  if (payload.issues.length < mostIssues) return true
  payload.issues.length = mostIssues
  return false
}

const mostOf = ({ checks = [] }: z.core.$ZodArrayDef): number =>
  Math.min(
    ...checks.map(({ _zod: { def } }) => ('maximum' in def ? Number(def.maximum) : Number.POSITIVE_INFINITY)),
    Number.POSITIVE_INFINITY,
  )

const BoundedList = z.core.$constructor<z.ZodArray>('BoundedList', (inst, def) => {
  z.ZodArray.init(inst, def)
  // The function needs no `this`: zod creates one for each schema.
  // oxlint-disable-next-line typescript/unbound-method
  const whole = inst._zod.parse
  const maximum = mostOf(def)
  inst._zod.parse = (payload, ctx) => {
    const input = payload.value
    // A value that is not a list, or a list that is too long, is rejected without reading its elements.
    if (!Array.isArray(input) || input.length > maximum) return whole(payload, ctx)
    const made = new Array<unknown>(input.length)
    payload.value = made
    for (let at = 0; at < input.length; at += 1) {
      const result = runNestedSchema(def.element, input[at], ctx)
      if (!copyIssues(payload, at, result)) break
      made[at] = result.value
    }
    return payload
  }
})

/** Like `z.array`, but reports at most twenty issues. */
export const list = <T extends z.core.SomeType>(element: T): z.ZodArray<T> =>
  // Cast: the constructor does not carry the element's type.
  new BoundedList({ type: 'array', element: element as unknown as Schema }) as unknown as z.ZodArray<T>

const BoundedRecord = z.core.$constructor<z.ZodRecord>('BoundedRecord', (inst, def) => {
  z.ZodRecord.init(inst, def)
  // The function needs no `this`: zod creates one for each schema.
  // oxlint-disable-next-line typescript/unbound-method
  const whole = inst._zod.parse
  inst._zod.parse = (payload, ctx) => {
    const input = payload.value
    if (!z.core.util.isPlainObject(input)) return whole(payload, ctx)
    const made: Record<string, unknown> = {}
    payload.value = made
    for (const [name, inner] of Object.entries(input)) {
      if (name === '__proto__') {
        // Skipping the field would lose data, and keeping it would set a prototype.
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
      const key = runNestedSchema(def.keyType, name, ctx)
      if (key.issues.length > 0) {
        const issues = key.issues.map((issue) => z.core.util.finalizeIssue(issue, ctx, z.core.config()))
        payload.issues.push({ code: 'invalid_key', origin: 'record', issues, input: name, path: [name], inst })
        if (payload.issues.length >= mostIssues) break
        continue
      }
      const result = runNestedSchema(def.valueType, inner, ctx)
      if (!copyIssues(payload, name, result)) break
      made[name] = result.value
    }
    return payload
  }
})

/** Like `z.record`, for keys of any text or of a pattern, but reports at most twenty issues. */
export const record = <K extends z.core.$ZodRecordKey, T extends z.core.SomeType>(
  key: K,
  value: T,
): z.ZodRecord<K, T> =>
  new BoundedRecord({
    type: 'record',
    keyType: key,
    valueType: value as unknown as Schema,
    // Cast: the constructor does not carry the types of keys and values.
  }) as unknown as z.ZodRecord<K, T>

/** Selects the member of a union that a value is meant to be; undefined if none. */
type Choose = (value: unknown) => Schema | undefined

type ChosenDef = z.core.$ZodUnionDef & {
  choose: Choose
  lacking: (value: unknown, ctx: Context) => Branches
  /** Whether a value is certainly valid, so that it is returned unchanged. */
  sound?: (value: unknown) => boolean
}
type Branches = z.core.$ZodIssue[][]

let depth = 0

/** True while a value with an issue is validated: such a value is not checked by `sound` again. */
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
      return runNestedSchema(member, value, ctx)
    } finally {
      depth -= 1
    }
  }
})

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the issues of an object that matches no form: the required fields of a form. */
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

const complaints = (member: Schema, value: unknown, ctx: Context): z.core.$ZodIssue[] =>
  runNestedSchema(member, value, ctx).issues.map((issue) => z.core.util.finalizeIssue(issue, ctx, z.core.config()))

/**
 * A union of objects that are distinguished by a field: the first of `forms` whose name the object has is the only one
 * validated. Objects with none of the fields are validated as `otherwise`, if given.
 */
export const byField = <F extends Record<string, z.ZodType>, O extends z.ZodType = z.ZodNever>(
  forms: F,
  otherwise?: O,
): z.ZodUnion<readonly (F[keyof F] | O)[]> => {
  const named = Object.entries(forms)
  // A literal in `otherwise` applies only to its own value. Any other schema applies to all values without these
  // fields.
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
  // Cast: the constructor does not carry the members' types.
  return new ChosenUnion({ type: 'union', options, choose, lacking }) as unknown as z.ZodUnion<
    readonly (F[keyof F] | O)[]
  >
}

/**
 * A union of a list, a record and other values, distinguished by the value's shape. Values for which `sound` returns
 * true are not validated.
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
    return runNestedSchema(plain, value, {}).issues.length === 0 ? plain : undefined
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
