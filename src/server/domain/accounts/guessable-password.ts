import { FanionError } from '../../../shared/errors/fanion-error.ts'

const leftover = 4
const shortest = 8

/**
 * Refuses a password that guessers try first: one of the 49 000 most common ones, such a one with up to four
 * characters around it, one piece repeated, a run of neighbours such as `abcdefghijkl`, or the person's own address or
 * name. `path` is the field it came in.
 */
export async function refuseGuessable(password: string, path: string, own: readonly string[]): Promise<void> {
  const text = password.normalize('NFKC').toLowerCase()
  if (!isCommon(text, await commonPasswords()) && !isRepetition(text) && !isRun(text) && !isOwn(text, own)) return
  const problem = {
    path,
    problem: 'is among the first that guessers try',
    expected: 'a longer sentence of your own, or one made by a password manager',
  }
  throw new FanionError('request/invalid', { problems: [problem] }, `This password ${problem.problem}; choose another.`)
}

function isCommon(text: string, known: ReadonlySet<string>): boolean {
  for (let left = 0; left <= leftover; left++) {
    for (let right = 0; left + right <= leftover; right++) {
      if (known.has(text.slice(left, text.length - right))) return true
    }
  }
  return false
}

const isRepetition = (text: string) => /^(.{1,8}?)\1+$/su.test(text)

function isRun(text: string): boolean {
  const steps = new Set<number>()
  for (let index = 1; index < text.length; index++) steps.add(text.charCodeAt(index) - text.charCodeAt(index - 1))
  return steps.size === 1
}

const isOwn = (text: string, own: readonly string[]) =>
  own.some((one) => one.length > 3 && text.length - one.length <= leftover && text.includes(one.toLowerCase()))

let common: ReadonlySet<string> | undefined

/** Loaded at the first use; shorter ones cannot matter, because a password has at least twelve characters. */
const commonPasswords = async (): Promise<ReadonlySet<string>> => {
  if (common) return common
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  common = new Set(dictionary['passwords-common'].filter((one) => one.length >= shortest))
  return common
}
