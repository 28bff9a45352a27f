import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { FanionError } from '../../../shared/errors/fanion-error.ts'
import { toFanionError } from './to-fanion-error.ts'

/** An error with additional fields, like those of libraries. */
const an = (fields: object, message = 'said by the library') => Object.assign(new Error(message), fields)

describe('what a caller is told of an error', () => {
  it('is a refusal as it is, however deep it is the cause', () => {
    const refusal = new FanionError('flag/not-found')
    const wrapped = new Error('outer', { cause: new Error('inner', { cause: refusal }) })
    expect([toFanionError(refusal), toFanionError(wrapped)]).toEqual([refusal, refusal])
    expect(toFanionError(wrapped)).toBe(refusal)
  })

  it('is that the disk is full, where it is, however deep', () => {
    const full = { code: 'server/unavailable', message: expect.stringMatching(/disk is full: .*Nothing was changed/) }
    expect(toFanionError(an({ code: '53100' }))).toMatchObject(full)
    expect(toFanionError(new Error('outer', { cause: an({ code: '53100' }) }))).toMatchObject(full)
  })

  it('is of a schema which field is wrong, and what would be right', () => {
    const { error } = z.object({ name: z.string() }).safeParse({ name: 1 })
    expect(toFanionError(error, { name: 1 })).toMatchObject({
      code: 'request/invalid',
      message: expect.stringMatching(/^name .*; expected: /),
      details: { problems: [{ path: 'name' }] },
    })
  })

  it.each<[unknown, string]>([
    [an({ code: 'PAYLOAD_TOO_LARGE' }), 'request/too-large'],
    [an({ code: 'NOT_FOUND' }), 'request/invalid'],
    [an({ code: 'PARSE_ERROR' }), 'request/invalid'],
    [an({ code: 'BAD_REQUEST' }), 'request/invalid'],
    [an({ code: 'METHOD_NOT_SUPPORTED' }), 'request/invalid'],
    [an({ code: 'UNSUPPORTED_MEDIA_TYPE' }), 'request/invalid'],
    [an({ statusCode: 400 }), 'request/invalid'],
    [an({ statusCode: 403 }), 'request/invalid'],
    [an({ statusCode: 404 }), 'request/invalid'],
    [an({ statusCode: 413 }), 'request/too-large'],
    [an({ statusCode: 414 }), 'request/too-large'],
    [an({ statusCode: 415 }), 'request/invalid'],
    [an({ statusCode: 429 }), 'request/rate-limited'],
    [an({ code: '55P03' }), 'server/unavailable'],
    [an({ code: 'ECONNREFUSED' }), 'server/unavailable'],
    [new Error('outer', { cause: an({ code: 'ECONNREFUSED' }) }), 'server/unavailable'],
  ])('of %o is %s', (error, code) => {
    expect(toFanionError(error).code).toBe(code)
  })

  it.each<unknown>([
    new Error('the password is hunter2'),
    an({ statusCode: 500 }, 'the password is hunter2'),
    an({ statusCode: '400' }, 'the password is hunter2'),
    an({ code: 'SOMETHING' }, 'the password is hunter2'),
    { statusCode: 400, message: 'the password is hunter2' },
    'the password is hunter2',
    undefined,
  ])('of %o is no word', (error) => {
    const told = toFanionError(error)
    expect(told.code).toBe('server/internal')
    expect(told.message).not.toContain('hunter2')
  })

  it('has the words of what could not be read, and when to come back', () => {
    expect(toFanionError(an({ code: 'PARSE_ERROR' })).message).toBe('The request couldn’t be read: said by the library')
    expect(toFanionError(an({ code: 'NOT_FOUND' })).message).toBe('said by the library')
    expect(toFanionError(an({ statusCode: 415 })).message).toBe('said by the library')
    expect(toFanionError(an({ code: 'ECONNREFUSED' })).details).toEqual({ retryAfterSeconds: 5 })
    expect(toFanionError(an({ code: '55P03' })).details).toEqual({ retryAfterSeconds: 2 })
  })
})
