import { cbor } from '../../engine/bucketing/cbor.ts'
import { crc32 } from '../../engine/bucketing/crc32.ts'
import { md5 } from '../../engine/bucketing/md5.ts'
import { sha1 } from '../../engine/bucketing/sha1.ts'
import { sha256 } from '../../engine/bucketing/sha256.ts'
import { compileFlag, isExtended } from '../../engine/extended/compile.ts'
import { jsonlogic } from '../../engine/extended/jsonlogic.ts'
import { query } from '../../engine/extended/query-logic/evaluate.ts'
import { regex } from '../../engine/extended/regex.ts'
import { versions } from '../../engine/extended/version.ts'
import { everyFamily } from '../../engine/operators/every-family.ts'
import type { OptionalModules } from '../../engine/optional-module.ts'

/** All engine modules, because the analysis must handle any document synchronously. */
export const everyModule = {
  ...everyFamily,
  wide: { compileFlag, isExtended },
  ...{ sha1, sha256, md5, crc32, cbor, regex, versions, jsonlogic, query },
} satisfies OptionalModules
