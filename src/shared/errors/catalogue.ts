/**
 * Every refusal Fanion can give, once: HTTP status, tRPC code, whether the same call may succeed later, and the
 * sentence for people. The sentence may be made more exact where the error is raised; the code never changes.
 */
type Row = { status: number; trpc: TrpcCode; retry: boolean; sentence: string }

export type TrpcCode =
  | 'BAD_REQUEST'
  | 'PAYLOAD_TOO_LARGE'
  | 'TOO_MANY_REQUESTS'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'UNPROCESSABLE_CONTENT'
  | 'SERVICE_UNAVAILABLE'
  | 'INTERNAL_SERVER_ERROR'

const row = (status: number, trpc: TrpcCode, sentence: string, retry = false): Row => ({
  status,
  trpc,
  retry,
  sentence,
})
const notFound = (noun: string) => row(404, 'NOT_FOUND', `There is no such ${noun} that you can see.`)
const taken = (noun: string) => row(409, 'CONFLICT', `This key is taken by another ${noun}.`)
const refused = (sentence: string) => row(422, 'UNPROCESSABLE_CONTENT', sentence)

export const catalogue = {
  'request/invalid': row(400, 'BAD_REQUEST', 'The request does not fit its schema.'),
  'request/too-large': row(413, 'PAYLOAD_TOO_LARGE', 'The request body is over its limit.'),
  'request/rate-limited': row(429, 'TOO_MANY_REQUESTS', 'Too many requests. Wait, then try again.', true),
  'auth/sign-in-required': row(401, 'UNAUTHORIZED', 'Sign in first.'),
  'auth/wrong-credentials': row(401, 'UNAUTHORIZED', 'Email or password is wrong.'),
  'auth/token-invalid': row(401, 'UNAUTHORIZED', 'This key or token is not valid here.'),
  'auth/token-expired': row(401, 'UNAUTHORIZED', 'This key or token has expired.'),
  'auth/second-factor-required': row(401, 'UNAUTHORIZED', 'Give the code of your authenticator app as well.'),
  'auth/confirm-required': row(403, 'FORBIDDEN', 'Confirm that it is you: this needs your password once more.'),
  'auth/forbidden': row(403, 'FORBIDDEN', 'Your role does not allow this.'),
  'auth/origin-not-allowed': row(403, 'FORBIDDEN', 'This client key is not allowed from this origin.'),
  'project/not-found': notFound('project'),
  'environment/not-found': notFound('environment'),
  'flag/not-found': notFound('flag'),
  'segment/not-found': notFound('segment'),
  'change/not-found': notFound('change'),
  'revision/not-found': notFound('revision'),
  'key/not-found': notFound('SDK key'),
  'user/not-found': notFound('user'),
  'member/not-found': notFound('member'),
  'session/not-found': notFound('session'),
  'token/not-found': notFound('token'),
  'passkey/not-found': notFound('passkey'),
  'provider/not-found': notFound('sign-in provider'),
  'invitation/not-found': notFound('invitation'),
  'webhook/not-found': notFound('webhook'),
  'device/not-found': row(404, 'NOT_FOUND', 'No program waits with this code. Codes work for ten minutes, and once.'),
  'attribute/not-found': notFound('attribute'),
  'view/not-found': notFound('view'),
  'project/key-taken': taken('project'),
  'environment/key-taken': taken('environment'),
  'flag/key-taken': taken('flag'),
  'segment/key-taken': taken('segment'),
  'member/exists': row(409, 'CONFLICT', 'This person is a member already.'),
  'user/email-taken': row(409, 'CONFLICT', 'There is an account with this address already.'),
  'provider/key-taken': taken('sign-in provider'),
  'view/name-taken': row(409, 'CONFLICT', 'There is a view of this name already.'),
  'setup/done': row(409, 'CONFLICT', 'This Fanion has an owner already. Sign in instead.'),
  'environment/in-use': row(409, 'CONFLICT', 'Open changes are about this environment.'),
  'attribute/in-use': row(409, 'CONFLICT', 'Live rules test this attribute as something else.'),
  'environment/last': row(409, 'CONFLICT', 'A project keeps at least one environment.'),
  'flag/archived': row(409, 'CONFLICT', 'This flag is archived. Restore it to edit it.'),
  'flag/not-archived': row(409, 'CONFLICT', 'Only an archived flag can be deleted. Archive it first.'),
  'flag/in-use': row(409, 'CONFLICT', 'Open changes are about this flag.'),
  'flag/required-by': row(409, 'CONFLICT', 'Other flags require this flag.'),
  'segment/in-use': row(409, 'CONFLICT', 'Flags or segments use this segment.'),
  'variant/in-use': row(409, 'CONFLICT', 'This variant is in use.'),
  'flag/read-by-build': row(409, 'CONFLICT', 'A registered build still reads this flag.'),
  'flag/invalid': refused('The flag document breaks a rule.'),
  'segment/invalid': refused('The segment document breaks a rule.'),
  'flag/value-type': refused('A value does not have the type of its flag.'),
  'flag/schema-violation': refused("A value does not meet the flag's JSON Schema."),
  'rule/unknown-variant': refused('A rule names a variant that does not exist.'),
  'rule/unknown-segment': refused('A rule names a segment that does not exist.'),
  'rule/weights': refused('The weights of a split do not fit.'),
  'rule/operator-mismatch': refused('An operator does not fit its values.'),
  'rule/unsafe-pattern': refused('A regular expression is not provably safe.'),
  'rule/unproven-pattern': row(
    422,
    'UNPROCESSABLE_CONTENT',
    'A regular expression was not proven safe in time. Make it shorter, or try again in a minute.',
    true,
  ),
  'flag/prerequisite-circle': refused('Prerequisites form a circle.'),
  'segment/circle': refused('Segments refer to one another in a circle.'),
  'revision/stale': row(409, 'CONFLICT', 'Somebody published the same flag or segment meanwhile.'),
  'change/approval-required': row(409, 'CONFLICT', 'This environment requires approval before a publish.'),
  'change/own-approval': row(403, 'FORBIDDEN', 'Nobody approves their own change.'),
  'change/wrong-state': row(409, 'CONFLICT', 'The change is not in a state that allows this.'),
  'change/edited': row(409, 'CONFLICT', 'The change was edited since you read it.'),
  'change/conflicted': row(409, 'CONFLICT', 'The change conflicts with what was published since.'),
  'member/last-admin': row(409, 'CONFLICT', "A project's last admin cannot be removed."),
  'member/last-owner': row(409, 'CONFLICT', 'The last owner cannot be removed.'),
  'invitation/expired': row(410, 'NOT_FOUND', 'This invitation has expired.'),
  'invitation/used': row(410, 'NOT_FOUND', 'This invitation has been used.'),
  'provider/unreachable': refused('The sign-in provider cannot be used.'),
  'webhook/address-not-allowed': refused('This address is not allowed for a webhook.'),
  'limit/reached': refused('A limit is reached.'),
  'server/unavailable': row(
    503,
    'SERVICE_UNAVAILABLE',
    'The database is away. See whether it was done, then try again.',
    true,
  ),
  'server/internal': row(500, 'INTERNAL_SERVER_ERROR', 'Something broke on the server. Quote the request id.', true),
} as const satisfies Record<string, Row>

export type ErrorCode = keyof typeof catalogue
