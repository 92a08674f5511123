/** Types of Express 4. They equal those of version 5, apart from what version 5 added. */
declare module 'express-4' {
  import express from 'express'
  export default express
}
