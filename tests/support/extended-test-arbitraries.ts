import fc from 'fast-check'
import type { Condition, ExtendedTest } from '../../src/shared/schemas/condition.ts'
import {
  all,
  dateProfile,
  day,
  fold,
  numberProfile,
  oneOf,
  record,
  rel,
  scalar,
  scalars,
  some,
  str,
  text,
  texts,
  version,
} from './extended-vocabulary.ts'

const op = <O extends ExtendedTest['op']>(name: O): fc.Arbitrary<O> => fc.constant(name)

/** A test with each operator. Those in `nested` contain a condition. */
export const aTest = (condition: fc.Arbitrary<Condition>): fc.Arbitrary<ExtendedTest> => {
  const flat: fc.Arbitrary<ExtendedTest>[] = [
    record(
      {
        op: op('in.strict'),
        values: scalars,
        array: fc.constant('any' as const),
        types: some('string' as const, 'number' as const, 'null' as const),
      },
      ['op', 'values'],
    ),
    all({ op: op('in.text'), values: texts, str, fold }),
    all({ op: op('in.fold'), values: scalars }),
    all({
      op: op('text.rel'),
      rel: oneOf('prefix' as const, 'suffix' as const, 'contains' as const),
      values: texts,
      str,
      fold,
    }),
    all({
      op: op('text.regex'),
      values: texts,
      str,
      flags: oneOf('', 'i'),
      dialect: oneOf('re2' as const, 'ecma' as const, 'python-match' as const, 'rust-fancy' as const, 'host' as const),
      badPattern: oneOf('false' as const, 'finalFalse' as const, 'unknown' as const, 'fatal' as const),
    }),
    all({ op: op('num.rel'), rel, values: scalars, num: numberProfile }),
    all({ op: op('js.rel'), rel, value: scalar }),
    all({ op: op('ph.rel'), rel, value: scalar, unlike: oneOf('text' as const, 'invalid' as const) }),
    all({ op: op('ph.exact'), values: scalars }),
    all({
      op: op('date.rel'),
      rel: oneOf('before' as const, 'after' as const, 'exact' as const),
      values: fc.array(day, { maxLength: 2 }),
      date: dateProfile,
      valDate: dateProfile,
    }),
    record(
      {
        op: op('semver.rel'),
        rel,
        values: texts,
        semver: version,
        valSemver: version,
        quirk: fc.constant('oneOfAllValid' as const),
        valInvalid: oneOf('false' as const, 'finalFalse' as const, 'invalid' as const),
      },
      ['op', 'rel', 'values', 'semver', 'valSemver'],
    ),
    all({
      op: op('semver.range'),
      range: oneOf('tilde' as const, 'caret' as const, 'wildcard' as const),
      value: oneOf('1.2', '0.3.1', '1.*', 'x'),
    }),
    all({ op: op('ip.cidr'), values: texts, v6: fc.boolean() }),
    all({ op: op('present') }),
    all({ op: op('loose.eq'), value: scalar }),
    all({ op: op('json.eq'), value: scalar }),
    all({
      op: op('type.is'),
      type: oneOf('string' as const, 'number' as const, 'array' as const, 'object' as const, 'null' as const),
    }),
    record({ op: op('arr.text'), values: texts, salt: text }, ['op', 'values']),
    all({ op: op('cast.rel'), rel, value: text, profile: oneOf('node' as const, 'python' as const) }),
    all({ op: op('mod'), divisor: oneOf(2, 3), remainder: oneOf(0, 1), num: numberProfile }),
    all({
      op: op('hash.text'),
      rel: oneOf('eq' as const, 'prefix' as const, 'suffix' as const),
      values: fc.constant<string[]>(['2_ab', 'ab']),
      salt: text,
      contextSalt: text,
    }),
  ]
  const nested: fc.Arbitrary<ExtendedTest>[] = [
    all({ op: oneOf('arr.size' as const, 'arr.elem' as const), when: condition }),
    all({ op: op('arr.all'), each: fc.array(condition, { maxLength: 2 }) }),
  ]
  return fc.oneof({ weight: 12, arbitrary: fc.oneof(...flat) }, ...nested)
}
