import { describe, expect, it } from 'vitest'
import { writeGrantsIn } from './clickhouse-rights.ts'

describe('what a user of ClickHouse may write', () => {
  it.each([
    ['GRANT SELECT ON fanion.* TO reader', []],
    ['GRANT SELECT(id, at), SHOW TABLES, SHOW COLUMNS, dictGet ON shop.orders TO reader', []],
    ['GRANT readers TO reader', []],
    ['', []],
    ['GRANT SELECT, INSERT ON shop.* TO reader', ['insert on shop.*']],
    ['GRANT INSERT(id) ON shop.orders TO reader', ['insert on shop.orders']],
    ['GRANT ALTER UPDATE, OPTIMIZE ON shop.* TO reader', ['alter update on shop.*', 'optimize on shop.*']],
    ['GRANT ALL ON *.* TO reader', ['all on *.*']],
    ['GRANT CREATE TEMPORARY TABLE, S3 ON *.* TO reader', ['create temporary table on *.*', 's3 on *.*']],
    ['GRANT SELECT ON shop.* TO reader WITH GRANT OPTION', ['give its rights on shop.* to others']],
  ])('is in its grants: %s', (line, rights) => {
    expect(writeGrantsIn([line, 'GRANT SELECT ON system.one TO reader'])).toEqual(rights)
  })
})
