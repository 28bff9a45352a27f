import { stateSentence } from '../../shared/text/promise/breach-text.ts'
import type { InvariantResult } from './invariant-result.ts'

/** Escapes text for XML and drops characters that XML does not allow. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const caseOf = ({ environment, sentence, state }: InvariantResult): string => {
  const open = `    <testcase classname="${escaped(environment)}" name="${escaped(sentence)}"`
  if (state.state === 'kept') return `${open}/>`
  const message = escaped(stateSentence(state))
  return `${open}>\n      <failure type="${state.state}" message="${message}"/>\n    </testcase>`
}

/** Formats results as a JUnit report: a suite per environment, a case per promise. */
export const junitOf = (tested: readonly InvariantResult[]): string => {
  const environments = [...new Set(tested.map(({ environment }) => environment))]
  const failing = (cases: readonly InvariantResult[]) => cases.filter(({ state }) => state.state !== 'kept').length
  const suites = environments.map((environment) => {
    const cases = tested.filter((one) => one.environment === environment)
    return [
      `  <testsuite name="${escaped(environment)}" tests="${cases.length}" failures="${failing(cases)}">`,
      ...cases.map(caseOf),
      '  </testsuite>',
    ].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="fanion test" tests="${tested.length}" failures="${failing(tested)}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}
