"""Seeded invented tables."""
import csv, random
from datetime import date, datetime, timedelta
R = random.Random(8108); U, C = R.uniform, R.choice
def I(a, b): return R.randint(a, b)
def W(xs, ws): return R.choices(xs, ws)[0]
def D(a, b): return a + timedelta(days=I(0, (b - a).days))
def hole(v, p): return "" if R.random() < p else v
def save(n, head, rows):
    with open(f"data/{n}", "w", newline="", encoding="utf-8") as f:
        w = csv.writer(f); w.writerow(head); w.writerows(rows)
FN = "Anna Ben Carla David Emma Felix Grace Hugo Ines Jack Karin Leo Mia Noah Olga Paul Rosa Sam Tina Victor Wendy Yusuf Zoe Omar".split()
SN = "Adams Baker Clarke Dixon Evans Fischer Green Hughes Iqbal Jones Keller Lopez Murphy Novak Owen Patel Quinn Reid Stone Turner Weber Young".split()
d = date
rows = []
for i in range(230):
    j = D(d(2012,1,1), d(2024,9,30)); left = R.random() < .22
    s = W(["Football","Tennis","Swimming","Gymnastics","Chess"], [34,22,20,16,8])
    rows.append([f"{i+17:05d}", C(SN), C(FN), W("MF",[55,45]), hole(I(1945,2014),.04), s, W(["adult","junior","family","senior"],[50,25,15,10]), j, D(max(j, d(2015,1,1)), d(2024,12,20)) if left else "", {"Football":96,"Tennis":180,"Swimming":120,"Gymnastics":84,"Chess":48}[s]+C([0,0,12,-24]), W("YN",[83,17]), hole(C(["Northgate","Mill Hill","Riverside","Oldtown"]),.06)])
save("members_export.csv", ["MemberNo","Surname","FirstName","Sex","birth_yr","section","mtype","joinDate","left_on","fee_EUR","paid","area"], rows)
rows = []
for i in range(380):
    r = D(d(2022,1,3), d(2024,10,31)); a = round(C([5,10,20,25,50,100,250])*U(.9,1.3),2); g = round(a*.25,2) if R.random()<.6 else 0
    rows.append([f"G{1000+i}", hole(f"{C(FN)} {C(SN)}",.08), r, hole(r+timedelta(days=I(0,30)),.12), a, g, round(a+g,2), W(["Roof Appeal","Christmas","Food Bank","General","Youth Camp"],[25,22,20,22,11]), W(["card","cash","standing order","cheque","PayPal"],[35,15,25,10,15]), W([0,1],[85,15]), W(["Leeds","York","Hull","Bradford"],[40,25,20,15])])
save("donations.csv", ["gift_id","donor","dt_received","dt_thanked","amt_gbp","giftaid_gbp","total_gbp","campaign","pay_mthd","anon","town"], rows)
rows = []
for y in range(2020,2025):
    for dep, its in {"Police":["Salaries","Vehicles","Training","Equipment"],"Fire":["Salaries","Vehicles","Equipment"],"Parks":["Salaries","Maintenance","Playgrounds"],"Library":["Salaries","Books","IT"],"Public Works":["Salaries","Roads","Street Lighting","Snow Removal"],"Housing":["Salaries","Grants","Shelters"]}.items():
        for it in its:
            b = int((I(800,4000) if it=="Salaries" else I(40,900))*1000*(1+.04*(y-2020)))
            rows.append([dep, it, W(["General Fund","Capital","Grant"],[60,25,15]), y, b, hole(int(b*U(.8,1.18)),.05), int(b*U(0,.05)), C(["Y","N"]) if it!="Salaries" else "Y"])
save("CityBudget_FY20-24.csv", ["dept","line_item","fund_src","FY","adopted_usd","actual_usd","encumb_usd","recurring"], rows)
rows = []
for i in range(560):
    o = D(d(2023,1,1), d(2024,6,30)); rp = datetime(o.year,o.month,o.day,I(0,23),I(0,59)) + timedelta(days=W([0,1,3,9],[70,15,10,5]))
    of = W(["BURGLARY","THEFT","ASSAULT","VANDALISM","ROBBERY","FRAUD"],[16,38,18,14,8,6])
    rows.append([f"24-{i:06d}", rp.strftime("%Y-%m-%d %H:%M"), o, W(["P01","P02","P03","P04"],[30,35,15,20]), of, hole(W(["unarmed","knife","firearm","blunt object"],[65,15,8,12]),.1) if of in("ASSAULT","ROBBERY") else "", W(["true","false"],[27,73]), I(0,3) if of=="ASSAULT" else I(0,1), hole(I(20,9000),.2) if of not in("ASSAULT",) else "", C(["street","home","shop","car park","bar"])])
save("crime_reports.csv", ["caseNo","reportedAt","occurredOn","pct","offense","weapon","arrest","victims","lossUSD","locType"], rows)
rows = []
for i in range(72):
    st = C(["Altstadt","Nordstadt","Südstadt","Westend","Hafen"]); wb = I(600,2200); b = int(wb*U(.1,.4)); w = int(wb*U(.42,.8)); u = I(2,30); g = w-u
    ps = [U(.15,.35),U(.12,.35),U(.08,.3),U(.03,.12)]; ps=[p/sum(ps)*.93 for p in ps]; v=[int(g*p) for p in ps]
    rows.append([f"{101+i}", st, C(["Schule","Rathaus","Turnhalle","Kita","Kirche"]), wb, w, min(b,w), u, g, *v, g-sum(v), C(["ja","nein","nein"])])
save("wahl_bezirke.csv", ["BezNr","Stadtteil","Wahllokal","Berechtigte","Waehler","davon_Brief","ungueltig","gueltig","Blau","Rot","Gruen","Gelb","Sonstige","barrierefrei"], rows)
rows = []
for i in range(640):
    x = D(d(2022,1,1), d(2023,12,31))
    rows.append([f"A{i+1:05d}", x, I(0,23), W(["urban","rural","motorway"],[60,28,12]), hole(W(["dry","rain","snow","fog"],[58,28,6,8]),.05), W(["slight","serious","fatal"],[76,21,3]), W([1,2,3,4],[28,55,13,4]), W([0,1,2,3,5],[8,62,20,8,2]), C([20,30,30,40,50,60,70]), W("YN",[9,91]), C(["Camley","Dunford","Eastwick","Fenham"]), hole(I(17,88),.07)])
save("RTA_22_23.csv", ["acc_id","acc_date","hr","road_typ","wthr","sev","n_veh","n_cas","spd_lim_mph","alc","borough","drv_age"], rows)
rows = []
for i in range(240):
    q = I(22,145); ort = W(["Köln","Bonn","Leipzig","Kassel"],[35,20,25,20]); k = int(q*U(7,10)*{"Köln":1.6,"Bonn":1.4,"Leipzig":1.05,"Kassel":1}[ort]); n = int(q*U(2,3.6)); ins = D(d(2024,1,5), d(2024,8,30))
    rows.append([f"W{i+1:04d}", ort, max(1,round(q/28)), q, k, n, k+n, hole(I(1900,2023),.08), W(["ja","nein"],[55,45]), W(["Etage","Dachgeschoss","Erdgeschoss","Souterrain"],[55,20,20,5]), ins, hole(ins+timedelta(days=I(3,120)),.1), hole(C(["A","B","C","D","E","F"]),.15)])
save("Mietangebote.csv", ["ObjNr","Ort","Zi","wfl_qm","kaltmiete_eur","nebenkosten_eur","warmmiete_eur","bj","balkon","lage","inseriert_am","frei_ab","energiekl"], rows)
rows = []
DE = {"Palma":"Spain","Barcelona":"Spain","Rome":"Italy","Venice":"Italy","Athens":"Greece","Crete":"Greece","Lisbon":"Portugal","Antalya":"Turkey"}
for i in range(330):
    bk = D(d(2023,1,2), d(2024,7,31)); dp = bk+timedelta(days=I(4,200)); ds = C(list(DE)); px = W([1,2,3,4,5],[15,48,13,18,6]); n = I(3,15); h = round(px*n*U(30,110),2); f = round(px*U(60,290),2)
    rows.append([f"TB{30000+i}", bk, dp, dp+timedelta(days=n), ds, DE[ds], px, h, f, round(h+f,2), W(["Marta","Oskar","Lily","web"],[25,22,18,35]), W([0,1],[88,12]), hole(I(1,5),.45), W(["BB","HB","AI","RO"],[40,25,25,10])])
save("TravelBookings.csv", ["bookingRef","bookedOn","departDate","returnDate","dest","country","pax","hotelCost","flightCost","totalPrice","agent","cancelled","custRating","board"], rows)
ev = []; TI = ["Jazz Night","Indie Fest","Comedy Gala","Opera Evening","Rock Marathon","Poetry Slam","Kids Circus","Folk Weekend","Electronic Dawn","Blues Bar"]
for i in range(32): ev.append([f"E{i+1:02d}", f"{C(TI)} {i+1}", C(["Town Hall","Arena","Old Mill","Club 9"]), C(["Bristol","Bath","Exeter"]), D(d(2024,2,1), d(2024,11,30)), C([120,300,800,2500]), C(["music","comedy","theatre","family"])])
save("events.csv", ["event_id","title","venue","city","event_date","cap","genre"], ev)
rows = []
for i in range(520):
    e = ev[min(int(R.expovariate(.09)),29)]; q = W([1,2,3,4,6],[25,48,10,14,3]); p = C([12.5,18,25,40,65]); fee = round(q*1.5,2) if R.random()<.7 else 0
    rows.append([70001+i, e[0], f"cust{I(1,260)}@mail.example", q, p, fee, round(q*p+fee,2), D(d(2023,12,1), min(e[4], d(2024,10,15))), W(["web","app","box office","phone"],[48,30,15,7]), W("YN",[86,14]), W("YN",[4,96]), hole(C(["EARLY","STUDENT","VIP"]),.7)])
save("ticket_orders.csv", ["order_no","ev_id","buyer","qty","unit_price","fee","total_paid","ordered_on","channel","scanned","refunded","promo"], rows)
G = {"fruit":"Apple Banana Orange Pear Grape Mango Kiwi Cherry Plum Peach Melon Lemon".split(),"vegetable":"Carrot Spinach Broccoli Potato Tomato Onion Leek Pea Pepper Cabbage Beetroot Kale".split(),"dairy":"Milk Yoghurt Cheddar Brie Butter Cream Quark Feta Gouda Kefir".split(),"meat":"Beef Pork Lamb Chicken Turkey Ham Bacon Salami Duck Veal".split(),"fish":"Salmon Tuna Cod Herring Trout Sardine Mackerel Haddock".split(),"grain":"Rice Oats Pasta Quinoa Couscous Bulgur Barley Rye Spelt Polenta".split(),"nuts":"Almond Walnut Cashew Hazelnut Peanut Pecan Pistachio".split(),"sweets":"Chocolate Fudge Toffee Marzipan Biscuit Cake Jam Honey".split()}
B = {"fruit":(1,.4,14,11,2.3,.01),"vegetable":(2.5,.4,8,3,2.8,.1),"dairy":(12,17,4,3.5,0,.8),"meat":(23,13,.5,.2,0,1.1),"fish":(21,8,0,0,0,.5),"grain":(10,3,68,2,8,.03),"nuts":(20,52,18,5,9,.02),"sweets":(4,14,66,55,1.5,.3)}
rows = []
for g, xs in G.items():
    for x in xs:
        p,f,c,s,fb,sa = [round(v*U(.6,1.4),2) for v in B[g]]; s = min(s,c)
        rows.append([x, g, round(4*p+9*f+4*c), p, f, round(f*U(.1,.6),2), c, s, hole(fb,.08), sa, "Y" if g in("fruit","vegetable","grain","nuts") else "N", hole(round(U(.8,22),2),.06), C([30,50,80,100,125,150])])
save("foods_per100g.csv", ["food","grp","kcal","prot_g","fat_g","satfat_g","carb_g","sugar_g","fibre_g","salt_g","vegan","price_kg","portion_g"], rows)
rows = []
for i in range(420):
    t = datetime(2024,1,1)+timedelta(minutes=I(0,270*24*60)); pl = W(["Instagram","TikTok","Facebook","LinkedIn"],[38,28,20,14]); ty = C(["photo","video","story","text"]); im = int(R.lognormvariate(8,.9)); l = int(im*U(.01,.09)); s=int(l*U(0,.3)); c=int(l*U(0,.2))
    rows.append([f"p{i+1:04d}", t.strftime("%Y-%m-%d %H:%M"), pl, ty, im, l, s, c, l+s+c, int(im*U(.002,.03)), hole(round(U(2,80),2),.65), hole(C(["#summer","#sale","#team","#howto"]),.2), C(["Nia","Tom","Agency"])])
save("social_posts.csv", ["post_id","posted_at","platform","type","impr","likes","shares","cmts","engmt_total","clicks","ad_spend_eur","hashtag","author"], rows)
rows = []
for i in range(13):
    for a in ["家計簿ノート","天気ナビ","英語ドリル"]:
        for c in ["日本","台湾","アメリカ"]:
            for o in ["iOS","Android"]:
                dl = I(300,9000); rows.append([d(2023+(i+0)//12, i%12+1, 1), a, c, o, dl, hole(int(dl*U(5,60)),.04), hole(round(U(2.8,4.9),1),.07), I(0,300), int(dl*U(.05,.3)), "有" if R.random()<.3 else "無"])
save("app_dl.csv", ["年月","アプリ名","国","OS","DL数","課金額_円","評価","レビュー数","解約数","広告"], rows)
vs = []
for i in range(64): vs.append([f"V{i+1:03d}", f"{C(FN)} {C(SN)}", W(["Kitchen","Drivers","Shop","Garden"],[35,20,30,15]), D(d(2019,1,1), d(2024,5,1)), W("YN",[78,22]), C([4,6,8,12]), hole(I(18,79),.08), C(["weekday","weekend","any"])])
save("volunteers.csv", ["vol_id","name","team","started","dbs_ok","hrs_target_mth","age","avail"], vs)
rows = []
for i in range(480): rows.append([i+1, C(vs[:57])[0], D(d(2024,1,1), d(2024,9,30)), C(["North Hub","Station Rd","Community Farm"]), W([2,2.5,3,4,6],[20,15,35,20,10]), C(["serving","driving","sorting","front desk","clean-up"]), W([0,1],[91,9]), hole(round(U(0,14),2),.5)])
save("shifts.csv", ["shift_no","vol","shift_dt","site","hrs","role","no_show","exp_gbp"], rows)
rows = []
for i in range(260):
    x = D(d(2023,1,2), d(2024,10,31)); v=I(8,19); s=C([1,2,2,3,4,5]); r=W(["Großer Saal","Kleiner Saal","Küche","Jugendraum"],[35,30,12,23]); art=W(["Chor","Geburtstag","Yoga","Hochzeit","Flohmarkt","Sitzung"],[22,20,20,8,8,22]); g=s*{"Großer Saal":28,"Kleiner Saal":15,"Küche":12,"Jugendraum":9}[r]
    rows.append([f"B-{i+1:04d}", D(x-timedelta(days=90), x), x, r, art, hole(f"{C(FN)} {C(SN)}",.05), v, s, I(4,140), g, C([0,50,100]), W(["J","N"],[80,20]), W(["ja","nein"],[7,93])])
save("saal_buchungen.csv", ["BuchNr","gebucht_am","termin","Raum","Anlass","Mieter","von_Uhr","Std","Pers","Gebuehr_EUR","Kaution_EUR","bez","storniert"], rows)
rows = []; SP={"dog":["Labrador","Beagle","Poodle","Terrier"],"cat":["Siamese","Persian","Moggy"],"rabbit":["Lop","Dwarf"],"guinea pig":["Abyssinian"]}
pets=[(C(["Bella","Max","Luna","Charlie","Milo","Daisy","Rocky","Coco","Oscar","Nala","Simba","Poppy"]),sp:=W(list(SP),[48,34,12,6]),C(SP[sp]),C(SN),D(d(2009,1,1),d(2023,6,1)),I(1,99999)) for _ in range(120)]
for i in range(330):
    p=C(pets); f=C([28,35,42,60,95]); dr=hole(round(U(3,110),2),.35); w=round({"dog":U(5,38),"cat":U(2.8,7),"rabbit":U(1,3),"guinea pig":U(.7,1.2)}[p[1]],1)
    rows.append([9000+i, f"P{p[5]:05d}", p[0], p[1], p[2], p[3], p[4], D(d(2023,7,1),d(2024,9,15)), hole(w,.06), W(["vaccination","check-up","injury","dental","skin","surgery"],[27,30,13,12,12,6]), C(["Dr Moss","Dr Lindqvist","Dr Amadi"]), f, dr, round(f+(dr or 0),2), W("YN",[72,28]), W([0,1],[80,20])])
save("vet_visits.csv", ["visitID","petID","petName","species","breed","owner","dob","visitDate","wt_kg","reason","vet","fee_gbp","drugs_gbp","total_gbp","insured","emerg"], rows)
rows = []; ST=["Central","Harbour","Univ","Museum","Park N","Park S","Market"]
for i in range(620):
    t=datetime(2024,4,1)+timedelta(minutes=I(0,120*24*60)); s=int(R.lognormvariate(6.6,.6)); b=W(["classic","e-bike","cargo"],[60,33,7]); u=W(["member","casual"],[64,36])
    rows.append([100000+i, t.strftime("%Y-%m-%d %H:%M"), C(ST), hole(C(ST),.03), s, round(s/60*U(.15,.28),2), b, u, hole(I(16,74),.12), round((0 if u=="member" and s<1800 else 1)+s/60*(.22 if b=="e-bike" else .1),2), W("NY",[97,3])])
save("bike_trips.csv", ["tripId","startTime","fromStn","toStn","dur_s","dist_km","bikeType","userType","riderAge","fare_eur","damageRpt"], rows)
