/** A flag or segment that could not be read, by the vendor's key. The message contains the invalid location. */
export type Unread = { readonly kind: 'flag' | 'segment'; readonly theirs: string; readonly message: string }
