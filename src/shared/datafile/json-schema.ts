import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Json } from '../schemas/keys.ts'
import type { Path } from './problems.ts'
import { type PatternProof, patternProblem } from './safe-pattern.ts'

/** A violation of a schema, or a problem of the schema itself. */
export type Violation = { path: Path; problem: string; expected: string }

export type SchemaCheck = (value: Json) => Violation[]

const safeRegExp = (prove: PatternProof) =>
  Object.assign(
    (pattern: string, flags: string): RegExp => {
      const found = prove(pattern, false)
      if (found !== null) throw new Error(`the pattern ${JSON.stringify(pattern)} ${found.problem}`)
      return new RegExp(pattern, flags)
    },
    // Used only by Ajv's standalone code generation.
    { code: 'new RegExp' },
  )

const pathOf = (pointer: string): Path =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step))

const violationOf = ({ instancePath, message, params }: ErrorObject): Violation => ({
  path: pathOf(instancePath),
  problem: "does not meet the flag's JSON Schema",
  // Ajv's message describes the keyword's requirement; for `enum`, the choices are separate.
  expected: [
    message ?? 'a value that meets it',
    ...('allowedValues' in params ? [JSON.stringify(params.allowedValues)] : []),
  ].join(' '),
})

const run = (validate: ValidateFunction, value: Json): Violation[] => {
  try {
    return validate(value) ? [] : (validate.errors ?? []).map(violationOf)
  } catch {
    // A schema may refer to itself endlessly.
    return [{ path: [], problem: "cannot be checked against the flag's JSON Schema", expected: 'a schema that ends' }]
  }
}

/**
 * Compiles a JSON Schema (draft 2020-12) to a check, or returns what is wrong with the schema. Patterns must pass the
 * same safety proof as those of rules. References are resolved only within the schema. Formats are not checked.
 */
export const compileSchema = (schema: Json, prove: PatternProof = patternProblem): SchemaCheck | Violation => {
  if (typeof schema !== 'boolean' && (typeof schema !== 'object' || schema === null || Array.isArray(schema))) {
    return { path: [], problem: 'is not a JSON Schema', expected: 'an object, true or false' }
  }
  try {
    const ajv = new Ajv2020({
      strict: false,
      validateFormats: false,
      logger: false,
      code: { regExp: safeRegExp(prove) },
    })
    const validate = ajv.compile(schema)
    return (value) => run(validate, value)
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'it does not compile'
    return { path: [], problem: `is not a usable JSON Schema: ${reason}`, expected: 'a schema of draft 2020-12' }
  }
}
