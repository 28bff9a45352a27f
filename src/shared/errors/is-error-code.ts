import { catalogue, type ErrorCode } from './catalogue.ts'

export const isErrorCode = (value: unknown): value is ErrorCode =>
  typeof value === 'string' && Object.hasOwn(catalogue, value)
