import SyncGenSchema
import Testing

@Suite struct InflectionTests {
  static let pairs = [
    ("task_item", "task_items"), ("person", "people"), ("category", "categories"), ("bus", "buses"),
    ("address", "addresses"), ("data", "data"), ("sheep", "sheep"), ("series", "series"),
    ("salesperson", "salespeople"), ("child", "children"), ("day", "days"), ("key", "keys"),
    ("box", "boxes"), ("branch", "branches"), ("wish", "wishes"), ("quiz", "quizzes"),
    ("status", "statuses"), ("virus", "viruses"), ("analysis", "analyses"), ("index", "indexes"),
    ("matrix", "matrices"), ("knife", "knives"), ("shelf", "shelves"), ("leaf", "leaves"),
    ("hero", "heroes"), ("photo", "photos"), ("video", "videos"), ("movie", "movies"),
    ("cookie", "cookies"), ("house", "houses"), ("case", "cases"), ("database", "databases"),
    ("course", "courses"), ("lens", "lenses"), ("gas", "gases"), ("alias", "aliases"),
    ("human", "humans"), ("woman", "women"), ("foot", "feet"), ("criterion", "criteria"),
    ("line1", "line1s"), ("tie", "ties"), ("size", "sizes"), ("prize", "prizes"), ("shoe", "shoes"),
    ("cache", "caches"), ("use", "uses"), ("warehouse", "warehouses"), ("bonus", "bonuses"),
    ("news", "news"), ("information", "information"), ("specimen", "specimens"),
  ]

  @Test(arguments: pairs) func inflects(_ singular: String, _ plural: String) {
    #expect(Inflection.plural(singular) == plural)
    #expect(Inflection.singular(plural) == singular)
    #expect(Inflection.singular(singular) == singular)
  }

  @Test(arguments: nouns) func pluralRoundTrips(_ noun: String) {
    #expect(Inflection.singular(Inflection.plural(noun)) == noun)
    #expect(Inflection.singular("main_" + Inflection.plural(noun)) == "main_" + noun)
  }

  @Test func keepsEmptyWords() {
    #expect(Inflection.plural("") == "")
    #expect(Inflection.singular("") == "")
    #expect(Inflection.plural("a_") == "a_")
  }

  /// Common nouns of apps and their backends, and words that are difficult for the rules.
  static let nouns = """
    account ache acquisition action activity actor ad address admin advertisement agency agenda agent
    agreement aircraft airport alarm album alert alias allergy alumnus amenity amount analysis animal
    response api apartment app apple application appointment approval archive area argument arrival article
    artist aspect asset assignment assistant athlete atlas attachment attempt attendee attribute auction
    audience audit author avatar award axis badge bag balance ball bank banner bar basket batch battery
    beach bed benchmark benefit bias bid bike bill bird birthday blog board boat body bonus book bookmark
    boss bottle box branch brand breakfast bridge brush bucket budget buffalo bug building bundle bus
    business button buyer cache cactus calendar calf call camera campaign campus candidate canvas car card
    career cargo carrier cart case cash catalog category cause census century certificate chair challenge
    change channel chapter charge chart chat check cheese chef child choice church circus city class clause
    client clinic clock cloth club coach code coin collection colour column comment commission committee
    community company competitor complaint component computer concert condition conference config contact
    content contest contract contributor cookie copy corner country coupon course court coverage crash
    creator credit crew crisis criterion cross currency customer dance dashboard database date day deadline
    deal debt decision degree delivery demo department deposit desk device diagnosis dialog diary die dish
    disk district document dog domain donor door draft drawing dress drink drive driver duty echo edge
    editor effect elf email employee employer engine enquiry entity entry envelope episode equipment error
    essay estimate event evidence exam excuse exercise exhibit expense expert eye face factory failure fan
    farm fax feature fee feedback field file film filter finding fish flag flat flight floor flower folder
    food foot form formula forum foundation fox frame friend fruit fund fuse gallery game gas gate genre
    gift glass goal goose grade grant graph group guest guide half hash head headache hero hobby holiday
    home hook hospital host hotel hour house human idea identity image impression income index industry
    information ingredient inquiry insight instance institute interest interview inventory invite invoice
    issue item job journal journey judge juice key kiss kitchen knife label landlord language launch law
    layer leaf league lease lecture ledger lens lesson letter level library licence lie life lift light
    like line link list listing loaf loan locale location lock log login loss lunch machine mail manager
    man map mark market marriage match matrix meal means measure medal media meeting member memory menu
    merchant message metadata method metric milestone minute mission mix model module moment money month
    mood mouse movie museum music name nation need network news niche node note notice notification number
    nurse object octopus offer office officer offspring operator option order organization origin outcome
    outlet owner ox package page painting partner party pass passenger password patch path patient payment
    penalty period permission person phase phone photo phrase piano picture piece pizza place plan plane
    planet plant platform play player playlist policy poll pony portfolio position post potato prefix
    premise prescription presence price prize problem process product profile program project promise
    property proposal province purchase purpose quality quantity query quest question queue quiz quota quote
    race radio radius range rank rate rating reaction reason receipt recipe record reference referral refund
    region registration release reminder report repository request research reservation response restaurant
    result review reward ride right risk river role roof room route row rule sale salary sample schedule
    schema school score screen script seat secret section segment self seller sensor sequence series server
    service session setting shape share sheep shelf shift ship shipment shoe shop show signal signature site
    size skill slide slot snapshot society software song source space species speech spouse spy stadium staff
    stage stamp state statement station status stimulus stock stop storage store story strategy stream
    street student studio study subject submission subscription suffix suite summary supplier survey switch
    syllabus symbol synopsis system table tag talk target task tax teacher team template tenant term test
    text theme thesis thief thing thread token tie time timeline tip title toe token tomato tooth topic torch
    tour town toy track trade trailer train transaction transfer translation tree trial trip truck trust tutor
    type unit update upload usage use user vacancy value variable vehicle vendor venue version vertex veto
    video view village virus visit voice volume vote voucher wage wall wallet warehouse warning watch wave
    way web week weight wheel wife window wine wish witness wolf woman word worker workout world year zone
    zombie
    """.split { $0 == " " || $0 == "\n" }.map(String.init)
}
