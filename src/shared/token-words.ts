/**
 * Words that `cl100k` and `o200k` know whole, after a space, a quote and an underscore: those of SQL, and the most frequent ones in names of
 * published packages. They were not taken from the schemas by which the estimate is measured.
 */
export const FREQUENT: ReadonlySet<string> = new Set(
  `a ab abort about absolute ac accept access account accounts acl action actions activate active actor actual adapter add added
   address addresses admin af after again age agent album alg algorithm alias align alive all alloc allow allowed alt among amount an
   analysis and angle animation annotation annotations answer answers any ap api app append application apply ar arc archive are area
   arg args argument arguments arr array arrays as assert assign assignment async at attach attempt attribute attributes auth
   authenticated auto available back background bad balance bank bar base based basic batch bb bc bd be before begin behavior best
   beta between bg big bigint bin binary bind binding bit bits blank blob block blog body boolean bound break browser bucket buf
   buffer buffers bug build builder bulk by byte bytea bytes ca cache cached call callback callbacks called calls can cancel canvas
   capture card case cases cast categories category cb cc cd ce center cert certificate cf chain change changed changes channel
   channels character charset check checked checker checks checksum child children choose chunk chunks cipher city class classes
   clear client clients clock clone close closed cloud cluster cn code codec codes collection color colors column columns com command
   commands comment comments commit common company compare complete completed completion component components compute condition
   conditions config configuration connect connected connection connections console const constant constants constraint constraints
   constructor contact container contains content contents context continue control controller controls convert cookie coordinate
   copy core cost count counter country counts course crc create created creation creator credentials credit cross crypto ctor ctx
   current cursor curve custom customer customers da data database date dates day days db dc dd de debit debug decimal decode decoder
   default defaults define defined definition delay delete deleted demo department depend dependencies dependency depth der
   description descriptor destination destroy detail details dev device df diff difference digest digits dir direct direction
   directory disable disabled disconnect disk display div dl dns do doc docs document documents dom domain domains done double down
   drag driver drop dt due duplicate duration dynamic each ec echo ed edge editor effect element elements else email embed emit
   employee empty en enable enabled enc encode encoded encoder encoding encrypt end endpoint engine enter entities entity entries
   entry enum env environment equal equals err errno error errors es escape eval even event events every exact example examples
   except exception exec execute execution exist existing exists exit exp expect expected export exports expression extended
   extension extensions external extra extract factor factory fail failed failure fake false family fast fault fb fd fe feature
   features fetch ff field fields file filename files fill film filter filters final find finish finished first fix flag flags float
   flow flush fn follow for force foreign form format forward found fragment frame framework free from fs full func function
   functions future general generate generated generation generator generic geometry get given global go graph grid group groups
   guard handle handler handlers handles has hash have head header headers health heap height help helper helpers here hex hidden
   high hint history hold hook hooks host hostname hour hours href html http https id identifier identity idle ids if ignore image
   img impl import in include increment index indexes indicator indices info information ini init initial initialize initialized
   inline inner input inputs insert inside install instance instances int integer interface interfaces internal interval into invalid
   inventory inverse invoice io ip ipv is iso issue it item items iteration iterator java job join js json keep key keys keyword kind
   known label lambda language large last latest lazy left length less level levels li lib library license light like limit limits
   line linear lines link links linux list listener lists literal live load loaded loader loading loan local locale location
   locations lock log logger logging login logo logout logs long lookup loop low lower machine mail main major make man management
   manager manual many map mapping maps mark marker marks mask master match matches matching matrix max md me measure media member
   members memory merge message messages meta metadata method methods metrics middle min minutes missing mock mode model models
   modified modifier modify module modules monitor month more mouse move ms msg multi multiple my mysql name named names namespace
   native navigation need needed negative nested net network new next no node nodes non nonce none normal not note notes notification
   now null nullable num number numbers numeric obj object objects of off offset ok old on once one only op open operation operations
   operator option optional options opts or order orders org origin original other out outer output over override owner package
   packages packet pad padding page pages pair pairs param parameter parameters params parent parse parser part partial partition
   parts party pass password patch path paths patient pattern patterns pause payload payment peer pending people per percent perf
   period permission permissions person pg phone pick ping pipe pipeline place placeholder plain plan platform plugin plugins png
   point pointer points policy pool port position positive possible post postal pre precision prefix prepare present preview previous
   price primary prime print priority private process processed processing product products profile program progress project prompt
   prop properties property props proto protocol provider proxy public pull push put quantity queries query question questions queue
   quote radius random range ranges rate rating raw re read reader reads ready real reason receive received record records recursive
   redirect ref reference references refresh reg regex region regions register registered registration registry regular related
   relation relationship relative release remaining remote remove removed render replace report reports repository req request
   requested requests require required requires res reset resolution resource resources response rest restore result results resume
   retry return returns reverse review rgb right rl role roles room root round route router routes row rows rpc rule rules run runner
   running runs runtime safe same sample save saved scale schema scheme scope script scripts sdk search sec second seconds secret
   section secure security seen segment select selected selection self sem send sent separator sequence serializer series server
   servers service services session sessions set sets setting settings setup sh sha shape share shared shell short should show
   shutdown side sig sign signal signature signed simple since single site size skip slave small smallint snapshot so socket soft
   some sort sorted source sources space spaces span spawn spec special specific sql src srv ssl stack stage standard start started
   stat state statement static stats status stdout step steps stock stop storage store str strategy stream string strings strip
   structure student style styles sub subject submit success suffix suite summary support supported svg switch symbol sync system
   table tables tag tags take taken target task td team template templates terminal test tests text than that the then this thread
   threads three threshold throw tick ticks time timeout timer times timestamp title tls to token tokens tool tools top total touch
   tr trace track tracker tracking transaction transactions transfer transform transition tree trigger true try ts tuple two txt type
   types uid uint ul under unicode union unique unit units unknown unsigned until up update updated updates upgrade upload uploaded
   uri url urls us usage use used user username users using utf util utils uuid val valid validate validation validator value values
   var varchar variable variables varying vector ver verified verify version versions view views virtual vm void wait warn warning
   watch way we web website weight when where width windows with without words work worker workers world wrap wrapper write writer
   written xml year yes you zero zone`.split(/\s+/),
);
