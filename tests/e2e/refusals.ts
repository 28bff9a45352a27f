import type { Refusal } from '../../src/client/api/refusal.ts'

/**
 * Where a refusal is told: in place of the screen, in place of a screen that the role does not reach, at the switch, in the
 * draft bar as a choice of sides, below the form or at its field, in the row of a table, as a message at the foot, by the
 * question for a proof, on the sign-in page, or to programs alone.
 */
export type Place =
  | 'screen'
  | 'denied'
  | 'switch'
  | 'conflict'
  | 'form'
  | 'field'
  | 'row'
  | 'message'
  | 'proof'
  | 'sign-in'
  | 'program'

/** Every refusal there is, and the place where a person at work meets it first. */
export const places: Record<Refusal['code'], Place> = {
  offline: 'switch',
  'request/invalid': 'form',
  'request/too-large': 'form',
  'request/rate-limited': 'form',
  'auth/sign-in-required': 'sign-in',
  'auth/wrong-credentials': 'form',
  'auth/token-invalid': 'program',
  'auth/token-expired': 'program',
  'auth/second-factor-required': 'form',
  'auth/confirm-required': 'proof',
  'auth/forbidden': 'denied',
  'auth/origin-not-allowed': 'program',
  'project/not-found': 'screen',
  'environment/not-found': 'screen',
  'flag/not-found': 'screen',
  'segment/not-found': 'screen',
  'change/not-found': 'screen',
  'revision/not-found': 'screen',
  'key/not-found': 'message',
  'user/not-found': 'row',
  'member/not-found': 'row',
  'session/not-found': 'message',
  'token/not-found': 'message',
  'passkey/not-found': 'message',
  'provider/not-found': 'message',
  'invitation/not-found': 'screen',
  'webhook/not-found': 'message',
  'device/not-found': 'form',
  'attribute/not-found': 'message',
  'project/key-taken': 'field',
  'environment/key-taken': 'field',
  'flag/key-taken': 'field',
  'segment/key-taken': 'field',
  'view/name-taken': 'form',
  'view/not-found': 'message',
  'import/not-found': 'screen',
  'promise/not-found': 'message',
  'run/not-found': 'screen',
  'freeze/not-found': 'message',
  'promise/key-taken': 'form',
  'promise/unreadable': 'form',
  'promise/broken': 'form',
  'promise/unproven': 'form',
  'promise/about': 'form',
  'import/unreadable': 'form',
  'import/wrong-state': 'message',
  'import/blocked': 'form',
  'member/exists': 'form',
  'user/email-taken': 'form',
  'provider/key-taken': 'field',
  'setup/done': 'form',
  'environment/in-use': 'form',
  'attribute/in-use': 'form',
  'environment/last': 'form',
  'flag/archived': 'form',
  'flag/not-archived': 'form',
  'flag/in-use': 'form',
  'flag/required-by': 'message',
  'segment/in-use': 'message',
  'variant/in-use': 'form',
  'flag/read-by-build': 'message',
  'flag/invalid': 'form',
  'segment/invalid': 'form',
  'flag/value-type': 'form',
  'flag/schema-violation': 'form',
  'rule/unknown-variant': 'form',
  'rule/unknown-segment': 'form',
  'rule/weights': 'form',
  'rule/operator-mismatch': 'form',
  'rule/unsafe-pattern': 'form',
  'rule/unproven-pattern': 'form',
  'flag/prerequisite-circle': 'form',
  'segment/circle': 'form',
  'revision/stale': 'conflict',
  'change/approval-required': 'form',
  'change/effect-changed': 'form',
  'impact/second-look': 'form',
  'change/own-approval': 'form',
  'change/wrong-state': 'form',
  'run/overlaps': 'form',
  'run/wrong-state': 'message',
  'run/touched': 'form',
  'ramp/invalid': 'form',
  'change/edited': 'form',
  'change/conflicted': 'form',
  'member/last-admin': 'row',
  'member/last-owner': 'row',
  'invitation/expired': 'screen',
  'invitation/used': 'screen',
  'provider/unreachable': 'form',
  'webhook/address-not-allowed': 'form',
  'limit/reached': 'form',
  'server/unavailable': 'screen',
  'server/internal': 'screen',
}
