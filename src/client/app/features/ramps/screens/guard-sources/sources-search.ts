import { searchTexts } from '../../../../components/search-text.ts'

/** Search parameters: the open guard source. */
export const sourcesSearch = searchTexts('source')
