import { apiOnStorage } from '../../api/matrix/dimensions.js'

await apiOnStorage('memory')
