import { catalogue, type ErrorCode } from '../../../../shared/errors/catalogue.ts'
import { version } from '../../../../shared/version.ts'
import { documentSchemas, type JsonSchema, type Schemas } from './document-schemas.ts'
import { type Operation, operations } from './operations.ts'
import { type QueryFields, queryFields, resolveSchema } from './query-fields.ts'

/** A call as a request is met: fields say how its address is read; a call without any takes its input from the body. */
type Call = Operation & { readonly method: 'GET' | 'POST'; readonly path: string; readonly fields: QueryFields }

export const apiPrefix = '/api/v1/'

export type OpenApi = {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string; readonly license: object }
  readonly servers: readonly object[]
  readonly security: readonly object[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
  readonly components: { readonly schemas: Schemas; readonly [kind: string]: object }
}
type JsonContent = { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } }
type Parameter = {
  readonly name: string
  readonly in: 'query'
  readonly required: boolean
  readonly schema: JsonSchema
}
export type OpenApiOperation = {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly description: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required: true } & JsonContent
  readonly responses: { readonly 200: { readonly description: string } & JsonContent; readonly default: object }
}

/** The calls of the HTTP API by path, and its OpenAPI document. */
export type Rest = { readonly calls: ReadonlyMap<string, Call>; readonly document: OpenApi }

/** Derives the HTTP API from the routers. Queries with only scalar fields use GET, everything else POST. */
export function describeRest(): Rest {
  const { schemas, refTo } = documentSchemas(operations)
  const described = operations.map((operation) => {
    const input = operation.input && refTo(operation, 'input')
    const fields = operation.type === 'query' ? queryFields(input, schemas) : undefined
    const path = `${operation.noun}/${operation.verb}`
    const call: Call = { ...operation, path, method: fields ? 'GET' : 'POST', fields: fields ?? {} }
    return { call, input, answer: refTo(operation, 'output') }
  })
  const paths = described.map(({ call, input, answer }) => {
    const said: OpenApiOperation = {
      operationId: call.name,
      tags: [call.noun],
      description: call.who === 'someone' ? 'For any token.' : `Needs the permission \`${call.who}\`.`,
      ...(input && (call.method === 'GET' ? { parameters: parameters(input, schemas) } : { requestBody: json(input) })),
      responses: {
        200: {
          description: 'What was asked for, or what has become of it.',
          content: { 'application/json': { schema: answer } },
        },
        default: { $ref: '#/components/responses/Refusal' },
      },
    }
    return [`/${call.path}`, { [call.method.toLowerCase()]: said }] as const
  })
  return {
    calls: new Map(described.map(({ call }) => [call.path, call])),
    document: {
      openapi: '3.1.1',
      info: { title: 'Fanion', version, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      servers: [{ url: apiPrefix.slice(0, -1) }],
      security: [{ token: [] }],
      tags: [...new Set(operations.map(({ noun }) => noun))].map((name) => ({ name })),
      paths: Object.fromEntries(paths),
      components: {
        securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'A personal or service token.' } },
        responses: {
          Refusal: {
            description: 'Refused: why, and what would be right.',
            content: { 'application/json': { schema: refusal } },
          },
        },
        schemas,
      },
    },
  }
}

const json = (schema: JsonSchema) => ({ required: true as const, content: { 'application/json': { schema } } })

function parameters(input: JsonSchema, schemas: Schemas): Parameter[] {
  const { properties = {}, required = [] } = resolveSchema(input, schemas) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  } // a JSON Schema object
  return Object.entries(properties).map(([name, schema]) => ({
    ...{ name, in: 'query' as const, required: required.includes(name), schema },
  }))
}

const codes = Object.keys(catalogue) as ErrorCode[] // the keys of the catalogue
const refusal: JsonSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'details', 'requestId'],
      properties: {
        code: { type: 'string', enum: codes },
        message: { type: 'string' },
        details: { type: 'object' },
        requestId: { type: 'string' },
      },
    },
  },
}
