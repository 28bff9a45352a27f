import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { statementName } from './statement-name.ts'

describe('the name of a statement', () => {
  it.each([
    ['select "key" from "flag" where "id" = $1', 'select', 'flag'],
    ['insert into "revision" ("number") values ($1)', 'insert', 'revision'],
    ['\n  update environment set head_number = $1', 'update', 'environment'],
    ['with seen as (select 1 from head) delete from "draft"', 'delete', 'draft'],
    ['with one as (select 1 from unnest($1) as t) select 2 from head for update of head', 'select', 'head'],
    ['insert into "run" ("id") values ($1) on conflict do update set "id" = $1', 'insert', 'run'],
    ['begin', 'begin', undefined],
    ['', 'statement', undefined],
  ])('of %j is %s %s', (text, operation, table) => {
    expect(statementName(text)).toEqual({ operation, table })
  })

  it('has nothing of what stands in quotes', () => {
    fc.assert(
      fc.property(fc.string(), (words) => {
        const text = `select 'SECRET${words.replaceAll("'", "''")}' as x from "flag"`
        expect(JSON.stringify(statementName(text))).not.toContain('SECRET')
      }),
    )
  })
})
