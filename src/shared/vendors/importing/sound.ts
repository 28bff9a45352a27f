import { type Report as Check, type CodedProblem, collect } from '../../datafile/problems.ts'
import { checkFlag, checkSegment, fittedFlag, fittedSegment } from '../../datafile/validate.ts'
import { validateEnvironment } from '../../datafile/validate-environment.ts'
import type { ErrorCode } from '../../errors/catalogue.ts'
import { reportOn } from './finding.ts'
import type { Imported } from './imported.ts'

/** What users can do about a document that cannot be published, by error code. */
const cures: Partial<Record<ErrorCode, string>> = {
  'flag/value-type': 'A flag has values of one type here. Make them all objects, or split it into one flag per type.',
  'limit/reached': 'Make it smaller where it is, or leave it out and write it anew here.',
  'rule/unsafe-pattern': 'Write the pattern in a simpler way where it is, and read it again.',
  'segment/circle': 'Take one of the segments out of the circle where it is, and read it again.',
  'flag/prerequisite-circle': 'Take one of the flags out of the circle where it is, and read it again.',
}

const otherwise = 'Change it where it is and read it again, or leave it out.'

const sentence = ({ code, problem, expected }: CodedProblem): string => {
  const said = problem.charAt(0).toUpperCase() + problem.slice(1)
  return `It cannot be published as it is. ${said}; what can be is ${expected}. ${cures[code] ?? otherwise}`
}

const place = /^(flags|segments)(?:\.([A-Za-z_$][\w$]*)|\[("(?:[^"\\]|\\.)*")\])/

/**
 * Adds a `block` finding for every imported document that a publish would reject, using the same checks. Only the first
 * problem of a document is reported.
 */
export const reportInvalidDocuments = ({ flags, segments, findings, keys }: Imported): void => {
  const theirs = {
    flag: new Map([...keys.flags].map(([key, ours]) => [ours, key])),
    segment: new Map([...keys.segments].map(([key, ours]) => [ours, key])),
  }
  const named = new Set<string>()
  const say = (kind: 'flag' | 'segment', key: string, problem: CodedProblem | undefined) => {
    const subject = `${kind} ${theirs[kind].get(key) ?? key}`
    if (problem === undefined || named.has(subject)) return
    named.add(subject)
    reportOn(findings, subject)('block', '', sentence(problem))
  }
  const first = (check: (report: Check) => void): CodedProblem | undefined => collect(check)[0]
  for (const [key, document] of Object.entries(flags)) {
    const check = (report: Check) => {
      const flag = fittedFlag(document, report)
      if (flag !== null) checkFlag(flag, { flags, segments }, report)
    }
    say('flag', key, first(check))
  }
  for (const [key, document] of Object.entries(segments)) {
    const check = (report: Check) => {
      const segment = fittedSegment(document, report)
      if (segment !== null) checkSegment(segment, { flags, segments }, report)
    }
    say('segment', key, first(check))
  }
  // Problems between documents: reference cycles, and chains that are too long.
  for (const problem of validateEnvironment({ flags, segments }, { changed: { flags: [], segments: [] } })) {
    const [, kind, plain, quoted] = place.exec(problem.path) ?? []
    const key = quoted === undefined ? plain : String(JSON.parse(quoted))
    if (key !== undefined) say(kind === 'flags' ? 'flag' : 'segment', key, problem)
  }
}
