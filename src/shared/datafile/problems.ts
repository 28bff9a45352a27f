import type { ErrorCode } from '../errors/catalogue.ts'
import { FanionError, type Problem } from '../errors/fanion-error.ts'

/** A problem with the error code of the rejection it causes. */
export type CodedProblem = Problem & { code: ErrorCode }

/** The fields and positions that lead to a value. */
export type Path = readonly PropertyKey[]

export type Report = (code: ErrorCode, path: Path, problem: string, expected: string) => void

/** Maximum number of reported problems. A hostile document could otherwise have millions. */
const mostProblems = 100

/** Formats a path: `rules[0].when.all[1]`, and `variants["a.b"]` if a key is not a plain word. */
export const pathText = (path: Path): string =>
  path
    .map((step, at) => {
      if (typeof step === 'number') return `[${step}]`
      const key = String(step)
      if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `[${JSON.stringify(key)}]`
      return at === 0 ? key : `.${key}`
    })
    .join('')

/** Creates a list of problems and a function that adds to it, up to the limit. */
export const collecting = (): { problems: CodedProblem[]; report: Report } => {
  const problems: CodedProblem[] = []
  const report: Report = (code, path, problem, expected) => {
    if (problems.length < mostProblems) problems.push({ code, path: pathText(path), problem, expected })
  }
  return { problems, report }
}

/** Returns the problems that the checks report, in order, up to the limit. */
export const collect = (checks: (report: Report) => void): CodedProblem[] => {
  const { problems, report } = collecting()
  checks(report)
  return problems
}

/** Prefixes the path of reports. */
export const under =
  (report: Report, ...prefix: Path): Report =>
  (code, path, problem, expected) =>
    report(code, [...prefix, ...path], problem, expected)

/** Returns an error that lists all problems, with the code of the first one; null if there are none. */
export const refusalOf = (problems: readonly CodedProblem[]): FanionError | null => {
  const [first] = problems
  return first === undefined ? null : new FanionError(first.code, { problems: [...problems] })
}
