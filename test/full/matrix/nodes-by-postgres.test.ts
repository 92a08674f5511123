import { apiOnNodes } from '../../api/matrix/dimensions.js'

await apiOnNodes('PostgreSQL', 'PostgreSQL')
