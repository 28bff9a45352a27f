import { describe, expect, it } from 'vitest'
import { FanionError } from '../../../../shared/errors/fanion-error.ts'
import { refuseGuessable } from './guessable-password.ts'

const check = (password: string) => refuseGuessable(password, 'password', ['ada.lovelace@example.com', 'Ada'])

describe('a new password', () => {
  it.each([
    ['a common one', '1qaz2wsx3edc'],
    ['a common one with a few characters behind', 'password1234'],
    ['a common one in capitals', 'PASSWORD1234'],
    ['one piece repeated', 'letmeinletmein'],
    ['one character repeated', 'zzzzzzzzzzzzzz'],
    ['a run of neighbours', 'abcdefghijklmnop'],
    ['the own address', 'ada.lovelace@example.com'],
  ])('is refused when it is %s', async (_, password) => {
    await expect(check(password)).rejects.toThrow(FanionError)
  })

  it.each(['correct horse battery', 'Tv9#kPq2!mXw', 'wir fahren im Juni nach Rom'])(
    'is taken: %s',
    async (password) => {
      await expect(check(password)).resolves.toBeUndefined()
    },
  )
})
